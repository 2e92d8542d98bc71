const PATHS = {
  plus: "M12 5v14M5 12h14",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM20 20l-4-4",
  menu: "M4 7h16M4 12h16M4 17h10",
  send: "M12 19V5M6 11l6-6 6 6",
  stop: "M7.5 7.5h9v9h-9z",
  copy: "M9 9h10v10H9zM5 15V5h10",
  table: "M4 5h16v14H4zM4 10h16M4 14.5h16M10 10v9",
  folder: "M4 19V6h6l2 2h8v11z",
  check: "M5 12.5l4.5 4.5L19 7.5",
  close: "M6 6l12 12M18 6L6 18",
  right: "M9.5 6l6 6-6 6",
  left: "M14.5 6l-6 6 6 6",
  down: "M6 9.5l6 6 6-6",
  pencil: "M4 20h4L19 9l-4-4L4 16zM13 7l4 4",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5",
  pin: "M9 4h6l-1 7 3 3H7l3-3zM12 14v6",
  undo: "M8 6l-4.5 4.5L8 15M4 10.5h9.5a4.75 4.75 0 0 1 0 9.5H10",
  refresh: "M19 12a7 7 0 1 1-2.2-5.1M19 4v4.5h-4.5",
  wrench: "M14.5 6.5a4 4 0 0 0-5.2 5.2L4 17l3 3 5.3-5.3a4 4 0 0 0 5.2-5.2L15 12l-3-3z",
  note: "M6 4h12v16l-6-4-6 4z",
  chip: "M7 7h10v10H7zM10 7V4M14 7V4M10 20v-3M14 20v-3M4 10h3M4 14h3M17 10h3M17 14h3",
  timeline: "M4 6h8M8 12h10M6 18h6",
  sliders: "M4 8h9M17 8h3M4 16h3M11 16h9M15 10.5v-5M9 18.5v-5",
  clip: "M8 12.5l6-6a3 3 0 0 1 4.3 4.3l-8 8a5 5 0 0 1-7-7L11 4",
  clock: "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM12 8v4.5l3 2",
  alert: "M12 4l9 16H3zM12 10v4.5M12 17.2v.3",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  upload: "M12 16V5M7 9l5-5 5 5M5 20h14",
  play: "M8 5l11 7-11 7z",
  shield: "M12 3l7 3v6c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6z",
  help: "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM9.8 10a2.2 2.2 0 1 1 3.3 1.9c-.8.5-1.1.9-1.1 1.8M12 16.4v.2",
  mic: "M12 15a3 3 0 0 0 3-3V6a3 3 0 0 0-6 0v6a3 3 0 0 0 3 3ZM6 11a6 6 0 0 0 12 0M12 17v4",
  sound: "M4 10v4h3l5 4V6l-5 4zM15 9a4 4 0 0 1 0 6M17.5 6.5a7.5 7.5 0 0 1 0 11",
  more: "M6 12h.01M12 12h.01M18 12h.01",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1",
} as const;

export type IconName = keyof typeof PATHS;

/** A drawn sign; always beside a text or inside a labelled control, so hidden from assistive technology. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      className={name === "left" || name === "right" ? "icon icon-flip" : "icon"}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The mark of the app: an arched niche with a light in it. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path className="mark-wall" d="M4 30V15a12 12 0 0 1 24 0v15z" />
      <path className="mark-niche" d="M9 30V15.5a7 7 0 0 1 14 0V30z" />
      <circle className="mark-light" cx="16" cy="17" r="2.6" />
    </svg>
  );
}

/** The look of a page in a frame. The content policy names it by its hash; a page's own styles are not let in. */
export const FRAME_STYLE =
  ":root{color-scheme:light;background:#fff;color:#222;font:15px/1.5 system-ui,sans-serif}body{margin:1rem}" +
  "table{border-collapse:collapse}td,th{border:1px solid #bbb;padding:.3rem .6rem;text-align:start}img,svg{max-width:100%}" +
  "pre{overflow:auto}";

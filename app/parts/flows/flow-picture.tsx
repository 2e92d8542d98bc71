import { useId } from "react";
import type { FlowOutline } from "../../../worker/protocol/tool.ts";
import "../../styles/flows.css";
import { EXITS_HEIGHT, hasNamedExits, layOutFlow, type PlacedNode } from "./lay-out-flow.ts";

interface FlowPictureProps {
  readonly title: string;
  readonly outline: FlowOutline;
  /** The nodes that a run went through, with the exits it took; absent where all of it is shown alike. */
  readonly way?: readonly { readonly node: string; readonly exit: string }[];
}

/** A flow as a picture: its nodes from top to bottom, their exits, and the way of a run. */
export function FlowPicture({ title, outline, way }: FlowPictureProps) {
  const arrow = useId();
  const layout = layOutFlow(outline);
  const taken = new Set(way?.flatMap(({ node, exit }) => [node, `${node} ${exit}`]));
  const first = layout.nodes.find(({ name }) => name === outline.start);
  /** Begins a picture that is wider than the screen with its first node. */
  const scroll = (frame: HTMLElement | null): void => {
    if (frame === null || first === undefined) return;
    frame.scrollLeft = first.x + first.width / 2 - frame.clientWidth / 2;
  };
  const toClass = (key: string): string => (way === undefined ? "" : taken.has(key) ? "is-taken" : "is-left");
  const edges = layout.edges.toSorted((one, other) => Number(taken.has(toKey(one))) - Number(taken.has(toKey(other))));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a narrow screen it scrolls, so the keyboard has to reach it
    <section ref={scroll} className="flow-picture" tabIndex={0} aria-label={title} data-testid="flow-picture">
      <svg
        width={layout.width}
        height={layout.height}
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        role="img"
        aria-label={toWords(outline, way)}
      >
        <defs>
          <marker
            id={arrow}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="8"
            markerHeight="8"
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path className="flow-arrow" d="M0 0.5 8 4 0 7.5z" />
          </marker>
        </defs>
        {edges.map((edge) => (
          <path
            key={toKey(edge)}
            className={`flow-edge ${toClass(toKey(edge))}`}
            d={edge.path}
            markerEnd={`url(#${arrow})`}
          />
        ))}
        {layout.nodes.map((node) => (
          <g key={node.name} className={`flow-node flow-${node.type} ${toClass(node.name)}`}>
            <NodeBox node={node} takenExits={taken} />
          </g>
        ))}
      </svg>
    </section>
  );
}

interface NodeBoxProps {
  readonly node: PlacedNode;
  readonly takenExits: ReadonlySet<string>;
}

function NodeBox({ node, takenExits }: NodeBoxProps) {
  const { name, x, y, width, height, exits, ports } = node;
  const centre = x + width / 2;
  if (node.type === "end") {
    return (
      <>
        <rect x={x} y={y} width={width} height={height} rx={height / 2} />
        <text className="flow-name" x={centre} y={y + 20}>
          {name}
        </text>
      </>
    );
  }
  const line = y + height - EXITS_HEIGHT;
  return (
    <>
      <rect x={x} y={y} width={width} height={height} rx={8} />
      <text className="flow-name" x={centre} y={y + 20}>
        {name}
      </text>
      <text className="flow-type" x={centre} y={y + 36}>
        {node.type}
      </text>
      {hasNamedExits(node) && (
        <>
          <line className="flow-line" x1={x} x2={x + width} y1={line} y2={line} />
          {exits.map((exit, index) => (
            <text
              key={exit.name}
              className={takenExits.has(`${name} ${exit.name}`) ? "flow-exit is-taken" : "flow-exit"}
              x={ports[index]}
              y={line + 16}
            >
              {exit.name}
            </text>
          ))}
        </>
      )}
    </>
  );
}

function toKey({ from, exit }: { readonly from: string; readonly exit: string }): string {
  return `${from} ${exit}`;
}

/** The same in words: the way where there is one, else every node with its exits. */
function toWords({ nodes }: FlowOutline, way: FlowPictureProps["way"]): string {
  if (way !== undefined) return way.map(({ node, exit }) => `${node} → ${exit}`).join("; ");
  return nodes
    .flatMap(({ name, exits }) =>
      exits.length === 0 ? [] : [`${name}: ${exits.map((exit) => `${exit.name} → ${exit.next}`).join(", ")}`],
    )
    .join("; ");
}

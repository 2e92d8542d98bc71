/** Of what a style sheet gives a shape, what a picture of its own needs. */
const STYLES = ["fill", "stroke", "stroke-width", "font-family", "font-size"] as const;
/** Pixels of a picture for each of the screen's. */
const SCALE = 2;

/** A chart as a file of its own, with the colours that it has on the page. */
export function toSvgText(svg: SVGSVGElement): string {
  const copy = document.importNode(svg, true);
  const shapes = svg.querySelectorAll("path, text");
  copy.querySelectorAll("path, text").forEach((shape, index) => {
    const original = shapes[index];
    if (original === undefined) return;
    const style = getComputedStyle(original);
    shape.removeAttribute("class");
    for (const name of STYLES) shape.setAttribute(name, style.getPropertyValue(name));
  });
  const { width, height } = svg.viewBox.baseVal;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  return new XMLSerializer().serializeToString(copy);
}

/** The same as a PNG, on the page's ground. */
export async function drawPng(text: string, svg: SVGSVGElement): Promise<Blob> {
  const { width, height } = svg.viewBox.baseVal;
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = new OffscreenCanvas(Math.ceil(width * SCALE), Math.ceil(height * SCALE));
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("The browser draws no picture.");
    context.fillStyle = getComputedStyle(document.body).backgroundColor;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: "image/png" });
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Draws the medians as an SVG line chart, for light and dark pages. */
import { formatNumber } from './table.mjs';

const WIDTH = 640;
const HEIGHT = 320;
const MARGIN = { left: 64, right: 24, top: 40, bottom: 56 };

export function drawPlot({ title, rows, plot: axisTitles }) {
  const xs = rows.map(({ x }) => x);
  // The axis reaches the largest figure, not only the largest median.
  const maxY = Math.max(...rows.map(({ max }) => max)) * 1.15;
  const isLogarithmic = Math.min(...xs) > 0 && Math.max(...xs) / Math.min(...xs) > 50;
  const scale = isLogarithmic ? Math.log10 : Number;
  const [minX, maxX] = [scale(Math.min(...xs)), scale(Math.max(...xs))];
  const toX = (x) =>
    MARGIN.left + ((scale(x) - minX) / (maxX - minX || 1)) * (WIDTH - MARGIN.left - MARGIN.right);
  const toY = (y) => HEIGHT - MARGIN.bottom - (y / maxY) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const points = rows.map(({ x, median }) => `${toX(x).toFixed(1)},${toY(median).toFixed(1)}`);
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((fraction) => fraction * maxY);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeXml(title)}" font-family="system-ui, sans-serif" font-size="12">
<style>text { fill: #57606a } .line { stroke: #1f6feb; fill: none; stroke-width: 2 } .dot { fill: #1f6feb } .grid { stroke: #8c959f; stroke-opacity: 0.3 } @media (prefers-color-scheme: dark) { text { fill: #9da7b3 } .line { stroke: #58a6ff } .dot { fill: #58a6ff } }</style>
<text x="${MARGIN.left}" y="20" font-size="14" font-weight="600">${escapeXml(title)}</text>
${ticks.map((y) => `<line class="grid" x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${toY(y)}" y2="${toY(y)}"/><text x="${MARGIN.left - 8}" y="${toY(y) + 4}" text-anchor="end">${formatNumber(y)}</text>`).join('\n')}
<polyline class="line" points="${points.join(' ')}"/>
${rows.map(({ x, median, name }) => `<circle class="dot" cx="${toX(x)}" cy="${toY(median)}" r="3.5"><title>${escapeXml(name)}: ${formatNumber(median)}</title></circle><text x="${toX(x)}" y="${HEIGHT - MARGIN.bottom + 18}" text-anchor="middle">${x.toLocaleString('en')}</text>`).join('\n')}
<text x="${(MARGIN.left + WIDTH - MARGIN.right) / 2}" y="${HEIGHT - 12}" text-anchor="middle">${escapeXml(axisTitles.x)}${isLogarithmic ? ', logarithmic' : ''}</text>
<text x="${MARGIN.left}" y="${MARGIN.top - 4}">${escapeXml(axisTitles.y)}</text>
</svg>
`;
}

function escapeXml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

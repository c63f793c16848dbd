/** A text that was written without Markdown as Markdown that shows the same. */
export function plainText(text: string): string {
  return text
    .split(/(^```[^\n]*\n[\s\S]*?^```[ \t]*$)/m)
    .map((part, index) => (index % 2 === 1 ? part : escaped(part)))
    .join('')
}

function escaped(text: string): string {
  return text.replaceAll(/^([ \t]*)(#{1,6}(?=[ \t]|$)|>|[=-]+[ \t]*$|~{3,})/gm, String.raw`$1\$2`)
}

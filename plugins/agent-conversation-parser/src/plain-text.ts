/** A text that was written without Markdown as Markdown that shows the same. */
export function plainText(text: string): string {
  return text
    .split(/(^```[^\n]*\n[\s\S]*?^```[ \t]*$)/m)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(mark, String.raw`$1\$2`)))
    .join('')
}

const mark = /^([ \t]*)(#{1,6}(?=[ \t]|$)|>|[=-]+[ \t]*$|~{3,})/gm

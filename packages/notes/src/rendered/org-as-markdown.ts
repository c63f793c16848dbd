/** Org-mode, line by line, as the Markdown that says the same: headings, links, code, emphasis. */
export function orgAsMarkdown(text: string): string {
  let isCode = false
  return text
    .split(/\r?\n/)
    .map((line) => {
      const [, border, language = ''] = /^[ \t]*#\+(begin|end)_(?:src|example)\b[ \t]*([\w-]*)/i.exec(line) ?? []
      if (border !== undefined) {
        isCode = border.toLowerCase() === 'begin'
        return isCode ? `\`\`\`${language}` : '```'
      }
      if (isCode) return line
      const [, stars, title] = /^(\*+)[ \t]+(.*)$/.exec(line) ?? []
      if (stars !== undefined) return `${'#'.repeat(Math.min(stars.length, 6))} ${linked(title ?? '')}`
      // Keywords, and the drawers of properties, are for programs.
      return /^[ \t]*(?:#\+\w+:|:[\w-]+:)/.test(line) ? '' : linked(line)
    })
    .join('\n')
}

function linked(line: string): string {
  return line
    .replaceAll(/\[\[(https?:[^[\]]{1,2000})\]\[([^[\]]{1,1000})\]\]/g, '[$2]($1)')
    .replaceAll(/\[\[(?:file:)?([^[\]]{1,2000})\]\[([^[\]]{1,1000})\]\]/g, '[[$1|$2]]')
    .replaceAll(/(^|\s)=([^=\n]{1,500})=(?=\s|[.,;:!?)]|$)/g, '$1`$2`')
}

/** A piece of Markdown as it is read: links are their words, marks and notes are gone, on one line. */
export function plainMarkdown(markdown: string): string {
  return markdown
    .replaceAll(/!\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replaceAll(/\[\^[^\]]{1,40}\]/gu, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replaceAll(/\[\[(?:[^\]|]*\|)?([^\]]*)\]\]/gu, '$1')
    .replaceAll(/(?<![\p{L}\p{N}])([*_]{1,3})(\S(?:.*?\S)?)\1(?![\p{L}\p{N}])/gu, '$2')
    .replaceAll(/`+([^`]*)`+/gu, '$1')
    .replaceAll(/\\([\\`*_{}[\]()#+\-.!|<>~])/gu, '$1')
    .replaceAll(/^\s*(?:>|[-*+]|\d{1,3}[.)])\s+/gmu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}

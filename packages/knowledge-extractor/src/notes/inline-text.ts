import { neutraliseMarkdown, oneLine } from '@datacortex/content'

/** Words of others as one line of a note, so that they show as words. */
export function inlineText(text: string): string {
  return (
    neutraliseMarkdown(withoutWikiLinks(oneLine(text.replaceAll(/\n[ \t]*>[ \t]?/g, '\n'))))
      .text.replaceAll('[[', String.raw`\[\[`)
      .replaceAll('%%', String.raw`%\%`)
      // Templates of a plugin run in new notes, also within code.
      .replaceAll('<%', String.raw`<\%`)
      .replaceAll(/(^|[\s([,;])#(?=[\p{L}\p{M}\p{N}\p{Extended_Pictographic}_/-])/gu, String.raw`$1\#`)
      // The id of a block, which is not shown.
      .replace(/(^|\s)\^(?=[\w-]+$)/, String.raw`$1\^`)
      .replaceAll(/(?<!`)(`+)[ \t]*(=|\$=)/g, '$1 $2')
      // A star makes a list or a line only before a space or among its like; else it is emphasis.
      .replace(/^(?=[#>+=|-]|\*(?:\s|$)|[*\s]+$|~{3}|`{3})/, '\\')
      // A callout, or a definition of a link or a footnote, which is not shown.
      .replace(/^\[(?=!|[^\]]{1,999}\]:)/, String.raw`\[`)
      .replace(/^(\d{1,9})([.)])/, String.raw`$1\$2`)
  )
}

/** Links between notes as the words that they show: they name notes of somebody else. */
export function withoutWikiLinks(text: string): string {
  return text.replaceAll(/!?(?:\[\[|\\\[\\\[)(?:[^[\]|\n]{0,1000}\|)?([^[\]|\n]{1,1000})\]\]/g, '$1')
}

/** Words of others as the value of a field: templates of a plugin run in new notes wherever they stand. */
export function fieldText(text: string): string {
  return text.replaceAll('<%', '< %')
}

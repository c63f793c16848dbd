import { neutraliseMarkdown, oneLine } from '@datacortex/content'

/**
 * Words of others as one line of a note, so that they show as words: they can make no heading, list, link between
 * notes, tag, embed or comment, and nothing in them is run.
 *
 * @param text - Markdown from outside.
 */
export function inlineText(text: string): string {
  return (
    neutraliseMarkdown(oneLine(text.replaceAll(/\n[ \t]*>[ \t]?/g, '\n')))
      .text.replaceAll('[[', String.raw`\[\[`)
      .replaceAll('%%', String.raw`%\%`)
      .replaceAll(/(^|[\s([,;])#(?=[\p{L}\p{N}_])/gu, String.raw`$1\#`)
      .replaceAll(/(`+)[ \t]*(=|\$=)/g, '$1 $2')
      // A star makes a list or a line only before a space or among its like; else it is emphasis.
      .replace(/^(?=[#>+=|-]|\*(?:\s|$)|[*\s]+$|~{3}|`{3})/, '\\')
      .replace(/^(\d{1,9})([.)])/, String.raw`$1\$2`)
  )
}

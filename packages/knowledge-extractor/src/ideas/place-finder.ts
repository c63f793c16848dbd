import { withoutUndefined } from '@datacortex/errors'
import type { ExtractedDocument } from '@datacortex/plugin'
import { lastBefore } from '../text/aside-spans.ts'
import { cutWords } from '../text/cut-words.ts'
import type { TextSpan } from '../text/text-span.ts'
import type { Passage } from './passage.ts'

export function placeFinder({ text, blocks }: ExtractedDocument): (span: TextSpan) => Passage {
  const headings = blocks.filter(({ kind }) => kind === 'heading')
  return ({ text: words, start, end }) => {
    const block = lastBefore(blocks, start)
    const heading = lastBefore(headings, start)
    const isInside = block !== undefined && start < block.end
    return {
      text: words,
      start,
      end,
      ...(isInside ? withoutUndefined({ page: block.page, speaker: block.speaker, at: block.at }) : {}),
      ...(heading === undefined
        ? {}
        : { heading: headingText(text.slice(heading.start, Math.min(heading.end, heading.start + 500))) }),
    }
  }
}

/** Its words: cut in the middle, a link would be none. */
function headingText(line: string): string {
  const words = line
    .replace(/^#+\s*/, '')
    .replaceAll(link, '$1')
    .replaceAll(/(?<!\\)[*`]+/g, '')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
  return cutWords(words, 100)
}

const link = /!?\[((?:[^[\]\\]|\\.){0,500})\]\([^\s]{0,500}?(?:\)|$)/g

import {
  invisibleFinding,
  mailSubject,
  markdownBlocks,
  neutraliseMarkdown,
  oneLine,
  sanitiseText,
} from '@datacortex/content'
import { sha256 } from '@datacortex/platform'
import { cutWords } from '../text/cut-words.ts'
import { splitSentences } from '../text/split-sentences.ts'
import type { Extracted } from './run-sub-agents.ts'
import { knowledgeError } from '../errors.ts'

/** Text that was handed over as it is: the coordinator reads it itself. */
export function rawTextDocument(text: string, { name }: { name: string }): Extracted {
  const sanitised = sanitiseText(text)
  const clean = neutraliseMarkdown(sanitised.text).text.trim()
  if (clean === '') throw knowledgeError('KNOWLEDGE_INPUT_EMPTY', { input: name })
  const document = { id: '', title: titleOf(clean, name), text: clean, blocks: markdownBlocks(clean), authors: [] }
  return { documents: [document], findings: invisibleFinding(sanitised.removed, name), contentType: 'text/plain' }
}

/** The subject of a mail, the first heading, its name, else the first sentence, else what the first box says, cut at a word. */
function titleOf(text: string, name: string): string {
  const said =
    mailSubject(text) ??
    /^#{1,6}[ \t]+(\S[^\n]*)$/m.exec(text.slice(0, 2000))?.[1] ??
    (name === 'text' ? undefined : name)
  const first = said ?? splitSentences(text.slice(0, 5000))[0]?.text ?? text.slice(0, 200).replace(boxMark, '')
  return cutWords(oneLine(first).replace(/[.:;,]+$/, ''), 80) || `Text ${sha256(text).slice(0, 8)}`
}

const boxMark = /^[\s>]{0,40}(?:[-*+•]|\d{1,4}[.)])\s{1,20}\[[ xX-]\]\s{1,20}/

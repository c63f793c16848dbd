import type { ExtractedDocument } from '@datacortex/plugin'
import { cutWords } from '../text/cut-words.ts'
import type { TextSpan } from '../text/text-span.ts'
import { taskBoxes } from './task-boxes.ts'

export function summaryText(document: ExtractedDocument, sentences: readonly Pick<TextSpan, 'text'>[]): string {
  return (
    // A table, or data, has no sentences of its own that could sum it up.
    (document.genre === 'table' || document.genre === 'data' ? document.description : undefined) ??
    (joined(sentences.map(({ text }) => shown(text))) || ofTasks(document.text) || beginning(document))
  )
}

/** A summary is read: where its words lead, and what is heading or quotation, shows in the text. */
function shown(sentence: string): string {
  return sentence
    .replaceAll(link, '$1')
    .replace(/^#{1,6}[ \t]+/, '')
    .replaceAll(/\n[ \t]*(?:>[ \t]?)+/g, '\n')
}

const link = /!?\[((?:[^[\]\\]|\\.){0,500})\]\((?:[^()\s]|\([^()\s]{0,200}\)){0,2000}\)/g

function joined(sentences: readonly string[]): string {
  return sentences.map((text, index) => text + (index === sentences.length - 1 ? '' : gapAfter(text))).join('')
}

function gapAfter(sentence: string): string {
  return /[\p{P}\p{S}]$/u.test(sentence) ? ' ' : '; '
}

/** Boxes are no sentences, so a text that has nothing else has none. */
function ofTasks(text: string): string {
  const boxes = taskBoxes(text)
  const part = (name: string, isDone: boolean): readonly string[] => {
    const tasks = boxes.filter((box) => box.isDone === isDone).map((box) => cutWords(box.text, longestTask))
    const more = tasks.length > mostTasks ? ` … and ${tasks.length - mostTasks} more` : ''
    const listed = tasks.slice(0, mostTasks).map((task) => task.replace(/[.;,\s]+$/, ''))
    return tasks.length === 0 ? [] : [`${name}: ${listed.join('; ')}${more}.`]
  }
  return [...part('To do', false), ...part('Done', true)].join(' ')
}

const mostTasks = 5
const longestTask = 100

function beginning({ text, title }: ExtractedDocument): string {
  const shown = text.replaceAll(/^#{1,6}[ \t]+/gm, '').trim()
  const rest = shown.startsWith(title) ? shown.slice(title.length).trim() : shown
  return (rest === '' ? shown : rest).slice(0, mostCharacters).trim()
}

const mostCharacters = 300

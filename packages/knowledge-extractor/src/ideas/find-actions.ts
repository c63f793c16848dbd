import { oneLine } from '@datacortex/content'
import type { ExtractedDocument } from '@datacortex/plugin'
import { cutWords } from '../text/cut-words.ts'
import { splitSentences } from '../text/split-sentences.ts'

/**
 * What a document asks somebody to do: open boxes, headings that are open tasks, `TODO:`, lists under a heading such as
 * *Next steps*, and, where people speak for themselves, sentences that oblige or ask.
 *
 * English and German.
 *
 * @param document - What was extracted.
 * @param options - `speaks`: whether it is a conversation or a text somebody handed in, not a publication.
 * @returns In order, each once.
 * @example findActions(document, { speaks: true }) // ['Ask Anna for the figures by Friday']
 */
export function findActions(document: ExtractedDocument, { speaks }: { readonly speaks: boolean }): readonly string[] {
  const found = [...fromLines(document.text), ...(speaks ? fromSentences(document.text) : [])]
  const unique = new Map<string, string>()
  for (const item of found) {
    if (unique.size >= mostActions) break
    const line = cutWords(oneLine(item).replaceAll(/^[\s*_[\]-]+|[\s*_]+$/g, ''), 200)
    const key = line
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
    if (key.length > 3 && ![...unique.keys()].some((other) => other.includes(key))) unique.set(key, line)
  }
  return [...unique.values()]
}

/** Lists of things to do are seldom longer. */
const mostActions = 100

function fromLines(text: string): readonly string[] {
  const items: string[] = []
  let isListed = false
  for (const raw of text.split('\n')) {
    const line = raw.slice(0, 500)
    const heading = /^#{1,6}\s+(.*)$|^\*\*(.{3,40}?):?\*\*:?\s*$|^([\p{L} ]{3,40}):\s*$/u.exec(line)
    if (heading !== null) {
      isListed = taskHeading.test(heading[1] ?? heading[2] ?? heading[3] ?? '')
      const task = openTask.exec(heading[1] ?? '')?.[1]
      if (task !== undefined) items.push(task.replace(/(?:\s#[^\s#]{1,100}){1,20}$/u, ''))
      continue
    }
    const item = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(.*)$/.exec(line)?.[1]
    const box = /^\[([ xX-])\]\s+(.*)$/.exec(item ?? '')
    if (box !== null) {
      if (box[1] === ' ') items.push(box[2] ?? '')
    } else if (item !== undefined && isListed) items.push(item)
    else {
      const marked = marker.exec(line)?.[1]
      if (marked !== undefined) items.push(marked)
    }
    if (item === undefined && line.trim() !== '' && isListed && !/^\s/.test(line)) isListed = false
  }
  return items
}

/** A task of an outline, as Org has them, with its tags. */
const openTask = /^\*\*(?:TODO|NEXT|STARTED|DOING)\*\*\s+(\S.*)$/

const taskHeading =
  /^\W*(?:next steps?|action items?|actions?|to[ -]?dos?|follow[ -]?ups?|tasks|nächste schritte|aufgaben?|zu erledigen|offene punkte|maßnahmen)\W*$/iu

const marker =
  /(?:^|\s)(?:TODO|To-?do|ACTION(?: ITEM)?|Action item|FIXME|Next step|AUFGABE|Aufgabe|ZU ERLEDIGEN|Zu erledigen)\s?(?:\([^)\n]{1,40}\))?:\s*(\S.*)$/

function fromSentences(text: string): readonly string[] {
  return splitSentences(text)
    .map(({ text: sentence }) => sentence.replace(/^[\p{L} .]{1,30}:\s+/u, ''))
    .filter(
      (sentence) => sentence.length <= 300 && !sentence.endsWith('?') && obliging.some((rule) => rule.test(sentence)),
    )
}

const obliging: readonly RegExp[] = [
  /^(?:please|kindly)\s+\p{L}/iu,
  /^(?:let['’]?s|let us)\s+(?!say|assume|face|suppose|imagine)\p{L}/iu,
  /^(?:remember|make sure|don['’]t forget|be sure)\s+to\s/iu,
  /\b(?:I|we)(?:['’]ll| will| need to| must| have to|['’]ve got to| should)\s+(?!be\b|have\b|see\b|say\b|never\b)(?:\p{L}+\s+){2}/iu,
  /\b(?:you|the team|somebody|someone)\s+(?:need to|must|have to|should)\s+\p{L}+\s/iu,
  /\b(?:can|could|would) you (?:please )?\p{L}+\s/iu,
  /\b(?:is|are) due (?:on|by)\b|\bby (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|end of (?:day|week|month))\b/iu,
  /^bitte\s+\p{L}/iu,
  /\b(?:wir|ihr|sie|du|ich)\s+(?:müssen|müsst|musst|muss|sollten|sollte|solltest|sollen)\s/iu,
  /\b(?:müssen|sollten) wir\s/iu,
  /\bbis (?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|morgen|ende (?:der woche|des monats))\b/iu,
  /^(?:denk|denkt) (?:daran|bitte)\b|^nicht vergessen\b/iu,
]

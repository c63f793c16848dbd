import { expect, test } from 'vitest'
import { files, readText } from './workspace.ts'

/** A word that is given up: how often it may still be there, and what is said instead. */
type Word = { readonly word: string; readonly atMost: number; readonly instead: string; readonly where?: RegExp }

// Where these words have the meaning that is given up.
const access = /^packages\/(?:memory|notes|execution|space|knowledge-extractor)\//
const programs = /^packages\/(?:registry|importers|modules|export|space)\//

// Limits only go down: lower one with the uses, and leave a word here when it has none. What is left of host and closed are
// hosts of a network and what was opened and closed again; leg and fired are fields of the JSON output, which stay.
const names: readonly Word[] = [
  { word: 'leg', atMost: 31, instead: 'retriever' },
  { word: 'shelf', atMost: 0, instead: 'store' },
  { word: 'told', atMost: 0, instead: 'reported, or what was said' },
  { word: 'fired', atMost: 21, instead: 'reason, or rule' },
  { word: 'shown-agent', atMost: 0, instead: 'agent as JSON' },
  { word: 'closed', atMost: 26, instead: 'hidden, or not allowed', where: access },
  { word: 'screen', atMost: 0, instead: 'access filter', where: access },
  { word: 'host', atMost: 71, instead: 'assistant program', where: programs },
  { word: 'name-of-nobody', atMost: 0, instead: 'placeholder' },
  { word: 'lend-to-neighbours', atMost: 0, instead: 'what is done to the scores' },
  { word: 'order-of-sacrifice', atMost: 0, instead: 'drop order' },
  { word: 'ordinary-cosine', atMost: 0, instead: 'baseline cosine' },
  { word: 'letters-backwards', atMost: 0, instead: 'reversed letters' },
  { word: 'lead-by-level', atMost: 0, instead: 'budget by level' },
  { word: 'with-told-end', atMost: 0, instead: 'with its status' },
  { word: 'told-left-out', atMost: 0, instead: 'left out parts' },
  { word: 'given-up', atMost: 0, instead: 'abandoned, or failed' },
  { word: 'look-again', atMost: 0, instead: 'check again' },
  { word: 'only-copy', atMost: 0, instead: 'single copy' },
  { word: 'with-gone', atMost: 0, instead: 'with removed entries' },
  { word: 'fenceless', atMost: 0, instead: 'without code fences' },
  { word: 'tally', atMost: 0, instead: 'count' },
  { word: 'read-got', atMost: 0, instead: 'read response' },
  { word: 'line-print', atMost: 0, instead: 'line hash' },
  { word: 'drop-way-marks', atMost: 0, instead: 'drop breadcrumbs' },
  { word: 'without-closed', atMost: 0, instead: 'without hidden notes' },
  { word: 'own-words', atMost: 0, instead: 'user notes' },
  { word: 'telling-line', atMost: 0, instead: 'matching line' },
]

const phrases: readonly Word[] = [
  { word: 'whoever', atMost: 0, instead: 'who, or anyone who' },
  { word: 'Asked for', atMost: 3, instead: 'found by' },
  { word: 'What is to be done?', atMost: 2, instead: 'What should the agent do?' },
  { word: 'tier 2 (index)', atMost: 0, instead: 'where it was found' },
]

const sources = files.filter(
  (file) => file.endsWith('.ts') && !/^test\/fixtures\/|\.generated\.ts$|^test\/repo\/words\.test\.ts$/.test(file),
)
const pages = files.filter((file) => file.endsWith('.md') && !/^test\/|^CHANGELOG|^\.changeset\//.test(file))

const code = sources.map((file) => ({ file, text: namesIn(file) }))

test.each(names)('$word is a name at most $atMost times: say $instead', ({ word, atMost, where = /^/ }) => {
  const name = new RegExp(`(?<![a-z])${word}s?(?![a-z])`, 'g')
  const uses = code.filter(({ file }) => where.test(file)).flatMap(({ text }) => [...text.matchAll(name)])
  expect(uses.length).toBeLessThanOrEqual(atMost)
})

test.each(phrases)('"$word" stands at most $atMost times: say $instead', ({ word, atMost }) => {
  const uses = [...sources, ...pages].flatMap((file) => readText(file).split(word).slice(1))
  expect(uses.length).toBeLessThanOrEqual(atMost)
})

test('the glossary has at most 40 words, and none that is given up', () => {
  const glossary = /^## Glossary\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(readText('.github/CONTRIBUTING.md'))?.[1] ?? ''
  const words = [...glossary.matchAll(/^\| ([a-z][a-z -]+?) +\|/gm)].map((match) => match[1] ?? '').slice(1)
  expect(words.length).toBeGreaterThan(20)
  expect(words.length).toBeLessThanOrEqual(40)
  expect(words.filter((word) => [...names, ...phrases].some((other) => other.word === word))).toEqual([])
  expect(words).toEqual(words.toSorted((a, b) => a.localeCompare(b, 'en')))
})

/** The path and the code of a file, without comments and texts, with each name as `words-with-hyphens`. */
function namesIn(file: string): string {
  const code = readText(file).replace(/\/\*[\s\S]*?\*\/|(?<![:'])\/\/.*$|'(?:[^'\\\n]|\\.)*'/gm, ' ')
  return `${file} ${code}`.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()
}

import { expect, test } from 'vitest'
import { spokenLanguage } from './make-podcast.ts'

const english = { text: 'The tide rises higher at new moon than on the other days.' }
const german = { text: 'Die Flut steigt bei Neumond höher als an den anderen Tagen.' }

test.each([
  [[], 'en', []],
  [[{ text: 'Tides.' }], 'en', []],
  [[english], 'en', []],
  [[german, { text: 'Ebbe.' }], 'de', []],
  [[english, german, german], 'de', ['1 finding is in en, in a podcast for voices that speak de']],
])('%j', (findings, language, problems) => {
  expect(spokenLanguage(findings)).toEqual({ language, problems })
})

import { expect, test } from 'vitest'
import { documentOf } from '../__fixtures__/file-reader.ts'
import { signal } from '../__fixtures__/knowledge-space.ts'
import { analyseText } from '../text/analyse-text.ts'
import { extractiveDigest } from './pick-insights.ts'

test('what has under four words is no insight', async () => {
  const said = 'Kelp forests grow half a metre a day in cold and clear water.'
  const document = documentOf(`# Kelp\n\n**project**: kelp\n\n**owner**: Ada\n\n${said}\n`)
  const analysis = analyseText(document.text, { title: document.title })
  const { insights } = await extractiveDigest(document, { analysis, signal })
  expect(insights.map(({ quote }) => quote.text)).toEqual([said])
})

test('words are counted where no spaces are between them', async () => {
  const said = '大潮のときには海面がいつもより高くなります。'
  const document = documentOf(`# 潮\n\n${said}\n`)
  const analysis = analyseText(document.text, { title: document.title })
  const { insights } = await extractiveDigest(document, { analysis, signal })
  expect(insights.map(({ quote }) => quote.text)).toEqual([said])
})

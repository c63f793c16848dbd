import { expect, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { isOtherThanEnglish, otherLanguage } from './other-language.ts'

test.each([
  'finde jemanden der meine Tests schreibt',
  'schreibe Tests für meine Komponente',
  'Warum ist meine Abfrage langsam?',
  'trouve quelqu’un pour écrire mes tests',
  'revisa el código de mi página',
  'scrivi i test per il mio progetto',
  'escreva testes para meu código',
  'schrijf tests voor mijn project',
  'skriv tester för mina komponenter',
  'napisz testy dla mojego modułu',
  'напиши тесты',
  '为我的组件写测试',
  'コードをレビューして',
])('%s', (request) => {
  expect(isOtherThanEnglish(request)).toBe(true)
})

test.each([
  '',
  'write tests',
  'write unit tests for a React component',
  'de novo assembly pipeline',
  'El Capitan climbing guide',
  'climb El Capitan in winter',
  'review résumé of Zoë',
  'translate "der Mond ist aufgegangen" into English',
  'Las Vegas hotel prices',
  'explain the word für',
  'fix α and β',
  'kubernetes helm chart',
  'React の tests for this component',
  'count requests per OS release',
  'write Jest test per component',
  'convert DOS line endings per file',
  'compare MIT license per package',
  'convert EST timestamps, come what may',
  'scrape example.com per page',
  'review La La Land',
  'hotels Los Angeles Las Vegas',
  'El Niño climate data analysis',
  'El Niño La Niña rainfall model',
  'Düsseldorf Des Moines flight prices',
  'Über driver app design',
])('%j may be English', (request) => {
  expect(isOtherThanEnglish(request)).toBe(false)
})

test('it is said where the model is the one that comes with the program', async () => {
  const { paths } = await workSpace()
  const request = 'finde jemanden der meine Tests schreibt'
  expect(await otherLanguage(paths, request)).toMatchObject([{ code: 'MODEL_ENGLISH_ONLY', severity: 'info' }])
  expect(await otherLanguage(paths, 'write tests')).toEqual([])
  const [meant] = await otherLanguage(paths, 'writ tets', 'write tests')
  expect(meant).toMatchObject({ code: 'TASK_CORRECTED', message: 'Searched for: write tests' })
  const own = await workSpace({ settings: { embeddings: { model: './models/many-tongues' } } })
  expect(await otherLanguage(own.paths, request)).toEqual([])
})

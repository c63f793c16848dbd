import { expect, test } from 'vitest'
import { files, isTestFile, packages, readText, sourcesOf } from './workspace.ts'

const typescript = files.filter((file) => /\.tsx?$/.test(file))
const ours = packages.flatMap((one) => sourcesOf(one))

test('the checks see files', () => {
  expect(ours.length).toBeGreaterThan(50)
  expect(files).toContain('packages/errors/src/coded-error.ts')
  expect(files.filter((file) => file.includes('node_modules') || file.includes('/dist/'))).toEqual([])
})

test('names are in kebab-case', () => {
  const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:test|test-d|fuzz|bench|growth|generated|config))?\.tsx?$/
  expect(typescript.filter((file) => !kebab.test(file.split('/').at(-1) ?? ''))).toEqual([])
})

test('folders are named after a concept', () => {
  const vague = /(?:^|\/)(?:utils?|commons?|shared|helpers?|misc|lib)(?:\/|\.tsx?$)/
  expect(files.filter((file) => vague.test(file) && !file.startsWith('test/fixtures/'))).toEqual([])
})

test('no file is longer than 300 lines', () => {
  const long = typescript.filter((file) => !file.endsWith('.generated.ts') && readText(file).split('\n').length > 301)
  expect(long).toEqual([])
})

test('there are at most 145,331 lines of source, and 6,336 of minds', () => {
  const sources = typescript.filter(
    (file) => !isTestFile(file) && !/^test\/|__fixtures__|\.(?:generated|growth)\.ts$/.test(file),
  )
  const isOfMinds = (file: string): boolean => /^packages\/(?:cognition\/|testkit\/src\/(?:test-)?mind-)/.test(file)
  const linesOf = (some: readonly string[]): number =>
    some.reduce((sum, file) => sum + readText(file).split('\n').length - 1, 0)
  expect(sources.length).toBeGreaterThan(1000)
  expect(linesOf(sources.filter((file) => !isOfMinds(file)))).toBeLessThanOrEqual(145_331)
  expect(linesOf(sources.filter(isOfMinds))).toBeLessThanOrEqual(6336)
})

test('how a score is shown is said by `wording` alone', () => {
  const outside = ours.filter((file) => !isTestFile(file) && !file.startsWith('packages/wording/'))
  expect(outside.filter((file) => /score\w*\)?\.toFixed|% *(?:fit|match)/i.test(readText(file)))).toEqual([])
})

test('no `export *` and no default export', () => {
  const offenders = typescript.filter(
    (file) => !/\.config\.ts$|^test\/repo\/lint\//.test(file) && /^export (?:\* from|default)\b/m.test(readText(file)),
  )
  expect(offenders).toEqual([])
})

test('index.ts holds only named exports', () => {
  const offenders = ours
    .filter((file) => /^[^/]+\/[^/]+\/src\/index\.ts$/.test(file))
    .filter((file) => {
      const rest = readText(file)
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .replace(/^\s*\/\/.*$/gm, '')
        .replace(/export (?:type )?\{[^}]*\} from '[^']+'/g, '')
      return rest.trim() !== ''
    })
  expect(offenders).toEqual([])
})

test('no enums, no test is left out or alone, none is run again', () => {
  const offenders = ours
    .concat(files.filter((file) => /^test\/(?:e2e|repo)\/.*\.ts$/.test(file)))
    .filter((file) => file !== 'test/repo/source-files.test.ts')
    .filter((file) =>
      /^\s*(?:export )?(?:const )?enum |\b(?:test|it|describe)\.(?:only|skip|todo)\b|\bretry:/m.test(readText(file)),
    )
  expect(offenders).toEqual([])
})

test('every package with code has tests', () => {
  const offenders = packages
    .filter(({ folder }) => folder !== 'test')
    .filter((one) => sourcesOf(one).length > 0 && !sourcesOf(one).some((file) => file.endsWith('.test.ts')))
    .map(({ folder }) => folder)
  expect(offenders).toEqual([])
})

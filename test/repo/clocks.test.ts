import { expect, test } from 'vitest'
import { files, readText } from './workspace.ts'

// A test that looks at a clock fails on a busy machine. Work is counted, things are waited for, clocks are given in;
// what can only be said in time is measured by `pnpm bench growth` and its like.
const clocks = {
  'reads a clock': /\bperformance\.now\b|\bDate\.now\b|\bhrtime\b|\b(?:cpuUsage|resourceUsage)\(/,
  'sleeps or counts on being soon': /\btimers\/promises\b|\bsetTimeout\(|\bAbortSignal\.timeout\(/,
  'asserts how long something took':
    /\.toBe(?:Less|Greater)Than(?:OrEqual)?\(.*\b(?:ms|seconds)\b|expect\([^)]*(?:took|duration|elapsed)_?ms\b[^)]*\)\.toBe(?:Less|Greater)/i,
  'has a timeout of its own':
    /^\s*\}, (?:\{ timeout: )?[\d_]{4,}(?: \})?\)$|\btest\([^{]*\{ timeout:|\bwaitFor\([^)]*timeout:/,
}

/** Where one is unavoidable, and why. */
const reasons: Readonly<Record<string, string>> = {}

const watched = files.filter(
  (file) =>
    /\.(?:test|fuzz|growth)\.ts$|\/__fixtures__\/[^/]*\.ts$|^packages\/testkit\/src\/.*\.ts$|^test\/(?:e2e|repo)\/.*\.ts$/.test(
      file,
    ) && file !== 'test/repo/clocks.test.ts',
)

test.each(Object.entries(clocks))('no test %s', (_, pattern) => {
  const offenders = watched
    .filter((file) => !(file in reasons))
    .flatMap((file) =>
      readText(file)
        .split('\n')
        .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim().slice(0, 100)}`] : [])),
    )
  expect(offenders).toEqual([])
})

test('each reason has a file that needs it', () => {
  const needless = Object.keys(reasons).filter(
    (file) => !watched.includes(file) || !Object.values(clocks).some((pattern) => pattern.test(readText(file))),
  )
  expect(needless).toEqual([])
})

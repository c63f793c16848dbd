import { expect, test } from 'vitest'
import { files, readText } from './workspace.ts'

// Paths that somebody makes anew are those of a restricted space, whatever its user decided.
const makers = /\b(?:openSpace|findSpace|spacePaths)\b[^}]*\}\s*from '@datacortex\/platform'/
const taken = /\bownPaths\b[^}]*\}\s*from '@datacortex\/platform'/

test('behind the doors the paths of a space are made where it is opened, and handed on from there', () => {
  const code = files.filter(
    (file) => /^(?:packages|plugins)\/.*\.ts$/.test(file) && !/\.test\.ts$|__fixtures__/.test(file),
  )
  const found = code.filter((file) => !/^packages\/(?:platform|testkit)\//.test(file) && makers.test(readText(file)))
  expect(found).toEqual([
    // Reads identities in whichever folder is named.
    'packages/cognition/src/verify/find-minds.ts',
    // Reads names of notes alone, in a run.
    'packages/execution/src/checks/links-valid.ts',
    'packages/space/src/create-space.ts',
    // Looks whether the space is still there.
    'packages/space/src/indexing/keep-in-step.ts',
    'packages/space/src/space.ts',
  ])
})

test('only who looks at what a space wants, or opens it for a program, takes all of it for allowed', () => {
  const code = files.filter(
    (file) => /^(?:packages|plugins|apps)\/.*\.ts$/.test(file) && !/\.test\.ts$|__fixtures__/.test(file),
  )
  const found = code.filter((file) => !file.startsWith('packages/platform/') && taken.test(readText(file)))
  expect(found).toEqual([
    'packages/space/src/findings/run-findings.ts',
    'packages/space/src/research/approve-source.ts',
    'packages/space/src/research/list-sources.ts',
    'packages/space/src/trust/commands-of.ts',
    'packages/space/src/trust/opened-space.ts',
  ])
})

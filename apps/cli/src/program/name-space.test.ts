import { expect, test } from 'vitest'
import { buildProgram } from '../program.ts'
import { handsOver, spaceNamer } from './name-space.ts'

const program = buildProgram({ signal: new AbortController().signal, setExitCode: () => {} })

test('the commands of a hint are for the space that was given, wherever they are pasted', async () => {
  const named = await spaceNamer(() => program, 'my desk')
  expect(named('next       datacortex find what you want done')).toBe(
    "next       datacortex find --root 'my desk' what you want done",
  )
  expect(named('Remove it: datacortex module remove tides, or `datacortex list` shows all')).toBe(
    "Remove it: datacortex module remove --root 'my desk' tides, or `datacortex list --root 'my desk'` shows all",
  )
  // These have it, are told their folder, or are groups.
  for (const kept of ['datacortex list --root ..', "datacortex init 'my desk' --yes", 'datacortex agent --help'])
    expect(named(kept)).toBe(kept)
  expect((await spaceNamer(() => program, undefined))('datacortex list')).toBe('datacortex list')
})

test.for([
  ['undo       x', true],
  ['           → datacortex list', true],
  ['save    datacortex search "tides" --sources web --save 1', true],
  ['approve   2 tasks: datacortex nightshift approve', true],
  ['no task is for agents: datacortex nightshift add "what you want done"', true],
  ['needs you  “Tides” failed: there is no agent "x". (datacortex nightshift retry night-1)', true],
  ['what       next', false],
  ['note  plugins.tides waits for your word: datacortex trust allow', true],
  ['open  “Tides” failed  datacortex nightshift retry night-1', true],
  ['in my notes: datacortex find tides', false],
] as const)('%s: whether it hands over a command', ([line, does]) => {
  expect(handsOver.test(line)).toBe(does)
})

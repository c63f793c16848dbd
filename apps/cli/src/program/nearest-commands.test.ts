import { expect, test } from 'vitest'
import { buildProgram } from '../program.ts'
import { nearestCommands } from './nearest-commands.ts'

const program = buildProgram({ signal: new AbortController().signal, setExitCode: () => {} })

test.each([
  ['fnd', ['find']],
  ['agnt', ['agent']],
  // Two letters changed places, which is as near as one left out.
  ['fnid', ['find']],
  ['lsit', ['list']],
  ['serach tides', ['search']],
  ['agents', ['agent', 'export agents']],
  [
    'show tides',
    [
      'agent show',
      'component show',
      'identity show',
      'log show',
      'memory show',
      'nightshift show',
      'nostr project show',
      'nostr show',
      'note show',
      'research show',
      'trust show',
    ],
  ],
  [
    'shwo',
    [
      'agent show',
      'component show',
      'identity show',
      'log show',
      'memory show',
      'nightshift show',
      'nostr project show',
      'nostr show',
      'note show',
      'research show',
      'trust show',
    ],
  ],
  ['agent fnd', ['agent find']],
  ['agent search', ['search']],
  ['modulee list', ['module']],
  ['zzz', []],
  ['x', []],
])('%j is near %j', (words, expected) => {
  const near = nearestCommands(program, words.split(' '))
  expect(near.toSorted()).toEqual(expected.map((one) => `datacortex ${one}`))
})

import { expect, test } from 'vitest'
import { readOpencodeConfig } from './read-opencode-agent.ts'

const config = `{
  // of the team
  "model": "any/thing",
  "agent": {
    "bird-watcher": {
      "description": "Names birds by their song. Use when a bird is heard.",
      "mode": "subagent",
      "prompt": "You know every song.",
      "permission": { "task": { "map-drawer": "allow", "nobody": "deny", "*": "ask" } },
      "feather": "grey", // not a field of opencode
    },
    "map-drawer": { "description": "Draws maps", "prompt": "{file:./prompts/map.txt}" },
    "build": { "model": "any/other" },
    "silent": { "description": "Says nothing", "disable": true },
    "Map Drawer": { "description": "Once more" },
    "!!": { "description": "Nameless" },
    "seven": 7,
  },
}`

test('agents in the settings of opencode: one each, the rest told', () => {
  const { agents, skipped } = readOpencodeConfig(config, 'opencode.jsonc')
  expect(agents).toMatchObject([
    {
      id: 'bird-watcher',
      part: 'bird-watcher',
      body: 'You know every song.',
      entry: {
        name: 'bird-watcher',
        format: 'opencode',
        spawns: ['map-drawer'],
        runtime: { mode: 'subagent' },
        'x-opencode': { feather: 'grey' },
      },
    },
    { id: 'map-drawer', entry: { source: './prompts/map.txt', 'x-datacore': { key: 'map-drawer' } } },
  ])
  expect(agents[0]?.entry.runtime).not.toHaveProperty('prompt')
  expect(agents[1]).not.toHaveProperty('body')
  expect(skipped).toEqual(
    [
      'agent build: it has no description',
      'agent silent: it is switched off',
      'agent Map Drawer: another one has its id',
      'agent !!: its name has neither letter nor digit',
      'agent seven: it is no map',
    ].map((reason) => ({ path: 'opencode.jsonc', reason })),
  )
})

test.each([
  ['{}', []],
  ['{"agent": []}', [{ line: 1, reason: 'its field agent is no map' }]],
  ['[]', [{ line: 1, reason: 'not a JSON object' }]],
  ['{\n// a\n"agent": nothing}', [{ line: 3, reason: expect.stringMatching(/^not valid JSON/) }]],
])('the settings %j', (text, skipped) => {
  expect(readOpencodeConfig(text, 'o')).toMatchObject({
    agents: [],
    skipped: skipped.map((each) => ({ path: 'o', ...each })),
  })
})

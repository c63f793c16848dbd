import { CodedError } from '@datacortex/errors'
import { expect, test } from 'vitest'
import { checkManifest } from './check-manifest.ts'

const minimal = { name: 'campaigns', version: '1.2.0', description: 'Plans campaigns' }

function check(value: unknown) {
  return checkManifest(value, { file: 'module.yaml' })
}

test('fills in what a minimal manifest leaves out', () => {
  const { manifest, warnings } = check(minimal)
  expect(warnings).toEqual([])
  expect(manifest.manifest_version).toBe(1)
  expect(manifest.provides).toEqual({ agents: {}, components: {}, sources: {}, subagents: {}, hooks: [] })
  expect(manifest.permissions).toEqual({ network: [], writes: [], reads: [], env: [], commands: [] })
})

test('takes empty keys for absent ones, as YAML writes them', () => {
  const { manifest } = check({ ...minimal, provides: { agents: null, hooks: null }, requires: null, permissions: null })
  expect(manifest.provides.hooks).toEqual([])
  expect(manifest.requires.env_vars.required).toEqual([])
})

test('reads agents as a map, as plain names and as items with a trigger', () => {
  expect(
    check({ ...minimal, provides: { agents: { planner: { name: 'Planner' }, bare: null } } }).manifest.provides.agents,
  ).toEqual({ planner: { name: 'Planner' }, bare: {} })
  const listed = ['planner', { name: 'reporter', trigger: ':AI:report:' }, { name: 'cleaner', trigger: 'tidy.*up' }]
  expect(check({ ...minimal, provides: { agents: listed } }).manifest.provides.agents).toEqual({
    planner: {},
    reporter: { triggers: { tags: [':AI:report:'] } },
    cleaner: { triggers: { patterns: ['tidy.*up'] } },
  })
})

test('names every issue at once', () => {
  const value = { name: 'Bad Name', version: '1', provides: { sources: { web: { type: 'html' } } }, permissions: [] }
  let caught: unknown
  try {
    check(value)
  } catch (error) {
    caught = error
  }
  expect(CodedError.is(caught, 'PLUGIN_MANIFEST_INVALID')).toBe(true)
  const message = String(caught)
  for (const part of [
    'name:',
    'version:',
    'description:',
    'provides.sources.web.type',
    'provides.sources.web.tool',
    'permissions:',
  ])
    expect(message).toContain(part)
})

test.each(['Campaigns', 'cаmpaigns', 'a_b', '../x', '-rf', 'a--b', '', 'x'.repeat(101)])(
  'refuses the name %j',
  (name) => {
    expect(() => check({ ...minimal, name })).toThrowError(expect.objectContaining({ code: 'PLUGIN_MANIFEST_INVALID' }))
  },
)

test.each([[undefined], [null], ['text'], [[]], [{}]])('refuses %j as a whole', (value) => {
  expect(() => check(value)).toThrowError(expect.objectContaining({ code: 'PLUGIN_MANIFEST_INVALID' }))
})

test('warns of unknown keys and hook points, and knows those of Datacore', () => {
  const value = { ...minimal, colour: 'red', engrams: {}, provides: { hooks: ['module_installed', 'on_full_moon'] } }
  expect(check(value).warnings).toEqual(['unknown key "colour"', 'unknown hook point "on_full_moon"'])
})

test('warns of keys that nothing reads, wherever they stand', () => {
  const value = {
    ...minimal,
    provides: { agent: { planner: {} }, agents: { planner: {} } },
    requires: { env: ['A'], env_vars: { require: ['A'] } },
    permissions: { host: ['api.example.org'] },
    settings: { anything: 1 },
  }
  expect(check(value).warnings).toEqual([
    'unknown key "provides.agent"',
    'unknown key "requires.env"',
    'unknown key "requires.env_vars.require"',
    'unknown key "permissions.host"',
  ])
})

test.each([
  [{ manifest_version: 3 }, 'manifest_version: must be 1 or 2'],
  [{ version: 1 }, 'version: must be a semantic version such as 1.0.0'],
  [{ version: undefined }, 'version: it is missing'],
])('says of %j what would be right', (change, message) => {
  expect(() => check({ ...minimal, ...change })).toThrowError(
    expect.objectContaining({ message: expect.stringContaining(message) }),
  )
})

test('keeps the unknown keys of a source, which DIP-0021 leaves open', () => {
  const stats = { type: 'api', tool: 'stats', layers: ['search'], content_type: 'structured_data', authority: 'high' }
  expect(check({ ...minimal, provides: { sources: { stats } } }).manifest.provides.sources['stats']).toEqual(stats)
})

const refused: readonly (readonly [kind: string, permissions: readonly string[]])[] = [
  ['network', ['http://a/b', 'evil.com/path', 'a b', '', '*.example', 'user@host', 'host:port', '-x.example']],
  [
    'writes',
    [
      '../../etc/**',
      '/etc/**',
      '~/x',
      'c:/x',
      'a/../../b',
      '{a,..}/b',
      '.git/**',
      'a/.hidden',
      '{.git,a}/x',
      '{a,.git}/x',
      '{a/..,b}/c',
      '',
    ],
  ],
  ['reads', ['../x', '/etc/**', 'a\\b', '']],
  ['env', ['A B', '1A', 'A-B', '']],
  ['commands', ['', ' ', 'a\nb']],
]

test.each(refused.flatMap(([kind, all]) => all.map((one) => [kind, one])))(
  'refuses the permission %s %j, which nothing could grant',
  (kind, permission) => {
    expect(() => check({ ...minimal, permissions: { [kind]: [permission] } })).toThrowError(
      expect.objectContaining({ message: expect.stringContaining(`permissions.${kind}.0: `) }),
    )
  },
)

test('says once what is wrong with a permission', () => {
  expect(() => check({ ...minimal, permissions: { writes: ['../x/**'] } })).toThrowError(
    /schema: permissions\.writes\.0: must be a glob below the space such as notes\/\*\*\.$/,
  )
})

test('takes the permissions that can be granted', () => {
  const permissions = {
    network: ['*', 'api.example.org', 'localhost:8080', '127.0.0.1', '[::1]:8080', 'my_host', 'API.example'],
    writes: ['1-*/campaigns/', '0-personal/**/*.md', '[0-9]-*/org/{a,b}.org', 'a{.org,.md}', 'a..b/c'],
    reads: ['.datacore/registry/agents.yaml', '**'],
    env: ['API_KEY', '_x9'],
    commands: ['git', '/usr/bin/espeak-ng', 'C:\\Program Files\\x.exe'],
  }
  expect(check({ ...minimal, permissions }).manifest.permissions).toEqual(permissions)
})

test('refuses a required variable that no system can set', () => {
  expect(() => check({ ...minimal, requires: { env_vars: { required: ['A B'] } } })).toThrowError(
    /requires\.env_vars\.required\.0: must be letters/,
  )
})

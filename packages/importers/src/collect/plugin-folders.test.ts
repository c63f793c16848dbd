import { expect, test } from 'vitest'
import { parseJsonRecord } from '../formats/parse-json-record.ts'
import { readMarketplace, readPluginManifest } from './plugin-folders.ts'

const file = '/r/.claude-plugin/marketplace.json'
const hasFolder = (): boolean => true
const read = (value: unknown) => readMarketplace(JSON.stringify(value), { file, hasFolder })

test('a plugin may be the repository itself, and name its agents', () => {
  const plugins = [{ name: 'all', source: './', agents: ['./prompts/one.md', 'more/', '../outside', '/etc'] }]
  expect(read({ plugins })).toEqual({
    plugins: [{ name: 'all', directory: '/r', agentPaths: ['/r/agents', '/r/prompts/one.md', '/r/more'] }],
    skipped: [],
    scopes: ['/r'],
  })
})

test('pluginRoot stands before a source that does not begin with a dot', () => {
  const plugins = [
    { name: 'a', source: 'a' },
    { name: 'b', source: './b' },
  ]
  const found = read({ metadata: { pluginRoot: './kits/' }, plugins }).plugins
  expect(found.map(({ directory }) => directory)).toEqual(['/r/kits/a', '/r/b'])
})

test.each([
  [{ name: 'a', source: '/etc' }, 'it is absolute'],
  [{ name: 'a', source: { source: 'url', url: 'https://example.com' } }, 'it is elsewhere (url); import it from there'],
  [{ name: 'a' }, 'it has no source'],
])('%j is skipped', (plugin, reason) => {
  expect(read({ plugins: [plugin] }).skipped).toEqual([
    { path: file, line: 1, reason: expect.stringContaining(reason) },
  ])
})

test('broken manifests are told with their line; the folder of the plugin still counts', () => {
  expect(readMarketplace('{\n', { file, hasFolder }).skipped).toMatchObject([{ path: file, line: 2 }])
  expect(readPluginManifest('{\n"name": x}', '/r/p/.claude-plugin/plugin.json')).toMatchObject({
    plugins: [{ name: 'p', directory: '/r/p' }],
    skipped: [{ line: 2, reason: expect.stringContaining('not valid JSON') }],
  })
})

test.each([
  ['{"a": 1,\n"b": ,}', 2],
  ['{\n\n"a": tru}', 3],
  ['{\n"a": 1', 2],
  ['{"a": "x\n"}', 1],
  ['', 1],
  ['\n\nx', 3],
  ['[]', 1],
])('%j is broken in line %i', (text, line) => {
  expect(parseJsonRecord(text)).toEqual({ ok: false, line, reason: expect.any(String) })
})

test('an item of a marketplace that is no object is told like any other that gives no plugin', () => {
  const { plugins, skipped } = read({ plugins: [{ name: 'here', source: './here' }, 5, null] })
  expect(plugins.map(({ name }) => name)).toEqual(['here'])
  expect(skipped.map(({ reason }) => reason)).toEqual([
    'plugin 2 of the list is no object',
    'plugin 3 of the list is no object',
  ])
})

import type { PrivacySettings } from '@datacortex/platform'
import { parseRegistry } from '@datacortex/registry'
import { mindName } from '@datacortex/cognition'
import { expect, test, vi } from 'vitest'
import { privacyOf, withFormerNames } from './privacy.ts'

function settings(
  paths: Readonly<Record<string, string>>,
  named: Readonly<Record<string, string>> = {},
): PrivacySettings {
  const levels = ['public', 'internal', 'private', 'secret']
  return { levels, default: 'internal', paths, agents: { default: 'internal', named } }
}

test.each([
  ['elsewhere/a.md', 'internal'],
  ['0-personal/journal/2026-01-01.md', 'private'],
  ['0-personal/journal', 'private'],
  ['0-personal/journals/a.md', 'internal'],
  // A folder stands for everything in it, also hidden files.
  ['1-acme/board/.notes/a.md', 'secret'],
  ['1-acme/board', 'secret'],
  // The pattern inside another one wins, in both directions.
  ['1-acme/board/minutes/a.md', 'public'],
  ['0-personal/journal/blog/a.md', 'public'],
  ['0-personal/journal/blog/draft.md', 'private'],
  // Patterns that only overlap: the more closed one wins.
  ['1-acme/board/minutes/salaries.md', 'secret'],
  ['0-personal/journal/salaries.md', 'secret'],
  // Unicode in either form is the same name.
  ['caf\u00e9/a.md', 'private'],
  ['cafe\u0301/a.md', 'private'],
])('%s is %s', (path, level) => {
  const privacy = privacyOf(
    settings({
      '0-personal/journal/**': 'private',
      '0-personal/journal/blog/**': 'public',
      '0-personal/journal/blog/draft.md': 'private',
      './1-acme/board/': 'secret',
      '1-acme/board/minutes': 'public',
      '**/salaries.md': 'secret',
      'cafe\u0301/**': 'private',
    }),
  )
  expect(privacy.levelOf(path)).toBe(level)
})

test.each([
  './0-personal/journal/d.md',
  '0-personal/./journal/d.md',
  '0-personal//journal/d.md',
  '0-personal/open/../journal/d.md',
  './0-personal/journal/',
])('%s is as closed as the same path in its shortest form', (path) => {
  for (const pattern of ['0-personal/journal/**', './0-personal/./journal', '0-personal//journal/'])
    expect(privacyOf(settings({ [pattern]: 'private' })).levelOf(path), pattern).toBe('private')
})

test('the space itself stands for everything in it', () => {
  for (const pattern of ['.', './', './.'])
    expect(privacyOf(settings({ [pattern]: 'private' })).levelOf('a/b.md')).toBe('private')
})

test('what lies outside the space is as closed as anything that the settings name', () => {
  const privacy = privacyOf(settings({ a: 'private' }))
  for (const path of ['../a/b.md', 'a/../../b.md', '/etc/passwd', 'C:\\a.md'])
    expect(privacy.levelOf(path), path).toBe('private')
  expect(privacyOf(settings({})).levelOf('/etc/passwd')).toBe('internal')
})

test('the order of the patterns does not matter', () => {
  const entries: readonly [string, string][] = [
    ['a/**', 'private'],
    ['a/b/**', 'public'],
    ['**/c.md', 'secret'],
  ]
  for (const turned of [entries, entries.toReversed()]) {
    const privacy = privacyOf(settings(Object.fromEntries(turned)))
    expect(['a/x.md', 'a/b/x.md', 'a/b/c.md'].map((path) => privacy.levelOf(path))).toEqual([
      'private',
      'public',
      'secret',
    ])
  }
})

test.each<[path: string, paths: Readonly<Record<string, string>>, level: string]>([
  // Only overlap: the more closed one wins.
  ['1-acme/a.md', { '?-*/**': 'private', '*-acme/**': 'public' }, 'private'],
  ['1-acme/a.md', { '*-acme/**': 'private', '?-*/**': 'public' }, 'private'],
  ['a/b.md', { 'a/*.md': 'private', '*/b.md': 'public' }, 'private'],
  ['a/b', { '*/b': 'private', '[a-z]/b': 'public' }, 'private'],
  // Surely inside: the inner one wins.
  ['a/b.md', { '**': 'private', 'a/**': 'public' }, 'public'],
  ['a/b.md', { '**/*': 'private', '*/b.md': 'public' }, 'public'],
  ['a/b/c.md', { 'a/**/*': 'private', 'a/b': 'public' }, 'public'],
  ['1-acme/log/open/a.md', { '*/log/**': 'private', '*/log/open/**': 'public' }, 'public'],
  ['1-acme/log/a.md', { '*/log/**': 'private', '1-acme/log/*.md': 'public' }, 'public'],
  ['1-acme/log/a.md', { '{space}/log': 'private' }, 'private'],
  // Two names for one place.
  ['a/b.md', { 'a/**': 'private', a: 'public' }, 'private'],
])('%s with %j is %s', (path, paths, level) => {
  expect(privacyOf(settings(paths)).levelOf(path)).toBe(level)
})

test('a pattern that could take hours is an error, not a gap', () => {
  expect(() => privacyOf(settings({ 'notes/+([a-z]|[a-z0-9])/x': 'private' }))).toThrow(
    expect.objectContaining({ code: 'EXECUTION_PRIVACY_PATTERN', message: expect.stringContaining('notes/+(') }),
  )
})

test('agents have their own level or that of all, also with names of object methods', () => {
  const privacy = privacyOf(settings({ k: 'private' }, { diarist: 'secret', guest: 'public' }))
  expect(['diarist', 'guest', 'anyone', 'constructor'].map((id) => privacy.levelOfAgent(id))).toEqual([
    'secret',
    'public',
    'internal',
    'internal',
  ])
  expect(privacy.allows('private', { limit: 'secret' })).toBe(true)
  expect(privacy.allows('private', { limit: 'internal' })).toBe(false)
  expect(privacy.isOpenTo('diarist')).toBe(true)
  expect(privacy.isOpenTo('anyone')).toBe(false)
  expect(privacy.strictest(['public', 'private', 'internal'])).toBe('private')
  expect(privacy.strictest([])).toBe('internal')
})

test('an agent that another one made, and what it remembers, is at least as closed as that, known or not', () => {
  const privacy = privacyOf(settings({}, { architect: 'secret', guest: 'public' }))
  const levels = (...ids: readonly string[]) => ids.map((id) => privacy.levelOfAgent(id))
  expect(levels('architect/clock', 'architect/clock/hand', mindName('architect/clock'))).toEqual(
    Array(3).fill('secret'),
  )
  expect(levels('guest/clock', mindName('guest/clock'), 'architects/clock', 'architect-two')).toEqual(
    Array(4).fill('internal'),
  )
  const { registry } = parseRegistry('agents: {team/lead: {name: L, description: L}}', { file: 'agents.yaml' })
  const named = privacyOf(withFormerNames(settings({}, { 'team/lead': 'private' }), registry))
  expect(named.levelOfAgent(mindName('team/lead'))).toBe('private')
})

test('an agent that was fetched is shown what is open to all, until the settings name it', () => {
  vi.stubEnv('DATACORTEX_CONFIG_DIR', '/home/ada/.config/datacortex')
  const source = '/home/ada/.config/datacortex/repositories/0123456789abcdef/0123/crew/agents/a.md'
  const agents = {
    own: { source: 'agents/own.md' },
    fetched: { source },
    listed: { source: 'prompts/b.md', 'x-datacore': { from: `${source}#listed` } },
    trusted: { source },
    former: { alias: 'fetched' },
  }
  const { registry } = parseRegistry(JSON.stringify({ version: '2.0.0', agents }), { file: 'agents.yaml' })
  const privacy = privacyOf(withFormerNames(settings({}, { trusted: 'private' }), registry))
  expect(Object.keys(agents).map((id) => privacy.levelOfAgent(id))).toEqual([
    'internal',
    'public',
    'public',
    'private',
    'public',
  ])
})

import { mkdir, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import type { PrivacySettings } from './privacy-settings.ts'
import { readSettings } from './settings.ts'
import { spacePaths } from '../space/space-paths.ts'

async function privacyOf(settings: string, local = ''): Promise<PrivacySettings> {
  const paths = spacePaths(await temporaryFolder())
  await mkdir(paths.datacore)
  await writeFile(paths.settingsFile, settings)
  await writeFile(paths.settingsLocalFile, local)
  return (await readSettings(paths)).privacy
}

test('levels of paths and agents; the local file adds and wins', async () => {
  const privacy = await privacyOf(
    'privacy: {paths: {"0-personal/journal/**": private}, agents: {diarist: private}}\n',
    'privacy: {default: public, paths: {keys: secret}, agents: {diarist: secret}}\n',
  )
  expect(privacy).toEqual({
    levels: ['public', 'internal', 'private', 'secret'],
    default: 'public',
    paths: { '0-personal/journal/**': 'private', keys: 'secret' },
    // Who says nothing of agents means that they see what has no pattern.
    agents: { default: 'public', named: { diarist: 'secret' } },
  })
  expect(await privacyOf('privacy: {levels: [low, high], default: low, agents: {default: high}}\n')).toMatchObject({
    levels: ['low', 'high'],
    agents: { default: 'high', named: {} },
  })
})

test.each([
  ['privacy: {default: secrt}', 'privacy.default: "secrt" is no level; the levels are public, internal, private, s'],
  ['privacy: {paths: {"a/**": hidden}}', 'privacy.paths.a/**: "hidden" is no level'],
  ['privacy: {agents: {default: all}}', 'privacy.agents.default: "all" is no level'],
  ['privacy: {agents: {writer: all}}', 'privacy.agents.writer: "all" is no level'],
  ['privacy: {levels: [low, high]}', 'privacy.default: "internal" is no level; the levels are low, high'],
  ['privacy: {levels: [internal, internal]}', 'privacy.levels: a level is named twice'],
  ['privacy: {levels: []}', 'privacy.levels'],
  ['privacy: {path: {a: secret}}', 'Unrecognized key: "path"'],
  ['privacy: {paths: {"/home/me": secret}}', 'privacy.paths./home/me: the pattern must be relative'],
  ['privacy: {paths: {"a\\\\b": secret}}', 'the pattern must be relative'],
  ['privacy: {paths: {"../a": secret}}', 'the pattern leaves the space'],
  ['privacy: {paths: {"!a": secret}}', 'would name everything else'],
  ['privacy: {paths: {" ": secret}}', 'the pattern is empty'],
  ['privacy: {paths: {a: 3}}', 'privacy.paths.a'],
  ['context: {budget: 0}', 'context.budget'],
  ['context: {specs: docs}', 'context.specs'],
])('%s is refused with file and key', async (settings, problem) => {
  const error: unknown = await privacyOf(`${settings}\n`).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'PLATFORM_SETTINGS_INVALID' })
  expect(String(error)).toContain('settings.yaml')
  expect(String(error)).toContain(problem)
})

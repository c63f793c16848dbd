import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { agentSpace } from './__fixtures__/agent-space.ts'
import { readSecretValues } from './secret-values.ts'

test('values are recognised wherever they stand, short ones are not looked for', async () => {
  const { paths } = await agentSpace({
    '.datacore/env/SERPAPI_KEY': 'serp-$&-1234567\n',
    '.datacore/env/LONGER': 'serp-$&-1234567-and-more',
    '.datacore/env/PIN': '1234',
    '.datacore/env/settings.env': 'export API_TOKEN="token-abcdef-99"\n',
  })
  const secrets = await readSecretValues(paths)
  expect(secrets.conceal('a serp-$&-1234567, serp-$&-1234567-and-more, 1234, token-abcdef-99')).toEqual({
    text: 'a [secret SERPAPI_KEY], [secret LONGER], 1234, [secret settings.env]',
    concealed: ['LONGER', 'SERPAPI_KEY', 'settings.env'],
  })
  expect(secrets.conceal('nothing')).toEqual({ text: 'nothing', concealed: [] })
  expect(secrets.findings).toEqual([])
})

test('values are recognised as a part of JSON and of an address, and their beginning where a text was cut', async () => {
  const { paths } = await agentSpace({ '.datacore/env/KEY': 'sk/abc+def/1234', '.datacore/env/OTHER': 'other-key-99' })
  const secrets = await readSecretValues(paths)
  expect(secrets.conceal(String.raw`{"k":"sk\/abc+def\/1234"} ?k=sk%2Fabc%2Bdef%2F1234`)).toEqual({
    text: '{"k":"[secret KEY]"} ?k=[secret KEY]',
    concealed: ['KEY'],
  })
  const shown = secrets.stream()
  expect(shown.push(String.raw`a sk\/abc+`) + shown.push(String.raw`def\/1234.`)).toBe('a [secret KEY].')
  expect(secrets.concealCut('other-key-99 and sk/abc+def/12')).toEqual({
    text: '[secret OTHER] and [beginning of a secret]',
    concealed: ['OTHER', 'KEY'],
  })
  expect(secrets.concealCut('all is said: sk')).toEqual({ text: 'all is said: sk', concealed: [] })
})

test('no folder of secrets is none; one that can not be read is told', async () => {
  const { paths } = await agentSpace({})
  expect((await readSecretValues(paths)).findings).toEqual([])
  const broken = await agentSpace({ '.datacore/env/BINARY': 'a\u0000b' })
  await mkdir(join(broken.paths.envDirectory, 'folder'))
  expect((await readSecretValues(broken.paths)).findings).toMatchObject([
    { code: 'CONTEXT_SECRET_UNREADABLE', subject: '.datacore/env/BINARY' },
  ])
  const file = await agentSpace({ '.datacore/env': 'no folder' })
  expect((await readSecretValues(file.paths)).findings).toMatchObject([
    { code: 'CONTEXT_SECRET_UNREADABLE', subject: '.datacore/env' },
  ])
})

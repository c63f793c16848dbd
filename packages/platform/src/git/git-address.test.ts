import { expect, test } from 'vitest'
import { gitAddress, isAddress } from './git-address.ts'

const hub = 'https://github.com/ada/agents.git'

test.each([
  ['github:ada/agents', { url: hub, name: 'agents' }],
  ['github:ada/agents@v2', { url: hub, ref: 'v2', name: 'agents' }],
  [
    'github:ada/agents.git/writers/long@feature/x',
    { url: hub, ref: 'feature/x', folder: 'writers/long', name: 'agents' },
  ],
  ['https://github.com/ada/agents/tree/main/writers', { url: hub, ref: 'main', folder: 'writers', name: 'agents' }],
  ['https://github.com/ada/agents', { url: 'https://github.com/ada/agents', name: 'agents' }],
  ['https://code.example/a.git@v1', { url: 'https://code.example/a.git', ref: 'v1', name: 'a' }],
  ['https://code.example/a.git#v1:x/y', { url: 'https://code.example/a.git', ref: 'v1', folder: 'x/y', name: 'a' }],
  ['ssh://git@code.example/a.git#:x', { url: 'ssh://git@code.example/a.git', folder: 'x', name: 'a' }],
  ['git@code.example:a.git', { url: 'git@code.example:a.git', name: 'a' }],
  ['https://code.example/..', { url: 'https://code.example/..', name: 'repository' }],
  ['file:///srv/a b'.replace(' ', '%20'), { url: 'file:///srv/a%20b', name: 'a-20b' }],
  ['git+file:///srv/a', { url: 'file:///srv/a', name: 'a' }],
])('%s', (text, expected) => {
  expect(gitAddress(text)).toEqual(expected)
  expect(isAddress(text.replace('git+', ''))).toBe(true)
})

test.each(['agents', './a', '/srv/a.git', 'C:/a', '~/a', 'https://agents.example/card.json', 'http://x.example/a.md'])(
  '%s is no repository',
  (text) => expect(gitAddress(text)).toBeUndefined(),
)

test.each([
  ['ext::sh -c touch% ran', 'blanks'],
  ['ext::x', 'only https, ssh and file'],
  ['git://code.example/a.git', 'only https, ssh and file'],
  ['http://code.example/a.git', 'only https, ssh and file'],
  ['file-x://a', 'only https, ssh and file'],
  ['https://me:key@code.example/a.git', 'a user or a password'],
  ['https://key@code.example/a.git', 'a user or a password'],
  ['ssh://-oProxyCommand=touch/a', 'hyphen'],
  ['git@-oProxyCommand:a', 'hyphen'],
  ['github:ada/agents@--upload-pack=touch', 'hyphen'],
  ['https://code.example/a.git#v1:../../etc', 'leaves its folder'],
])('%s is refused', (text, reason) => {
  expect(() => gitAddress(text)).toThrowError(expect.objectContaining({ message: expect.stringContaining(reason) }))
})

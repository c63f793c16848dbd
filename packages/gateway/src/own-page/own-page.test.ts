import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { openSpace } from '@datacortex/space'
import { expect, test } from 'vitest'
import { serve, servedSpace } from '../__fixtures__/served-space.ts'
import { startServer } from '../start-server.ts'
import { linkOfRunningServer } from './running-server.ts'
import { openSessions } from './sessions.ts'

const token = 'a-token-that-is-long-enough'

/** A server with a page, and what it answers to a session and to others. */
async function served(options: Parameters<typeof serve>[1] = {}, isTrusted = true) {
  const space = await servedSpace()
  const page = join(space.paths.root, 'page')
  await mkdir(join(page, 'assets'), { recursive: true })
  await writeFile(join(page, 'index.html'), '<script type="module" src="./assets/a.js"></script>')
  await writeFile(join(page, 'assets/a.js'), 'x'.repeat(1000))
  await writeFile(join(page, 'assets/b.js'), 'y'.repeat(1000))
  await writeFile(join(page, 'assets/b.js.br'), brotliCompressSync('y'.repeat(1000)))
  const server = await serve({ ...space, opened: { ...space.opened, isTrusted } }, { page, ...options })
  const post = async (path: string, authorization: string, body = '{}'): Promise<Response> => {
    const headers = { authorization, 'content-type': 'application/json' }
    return await fetch(`${server.url}${path}`, { method: 'POST', headers, body })
  }
  const signIn = async (): Promise<string> => {
    const code = new URL(server.signInLink?.() ?? '').hash.replace('#code=', '')
    const { token: given } = (await (await post('app/session', `Code ${code}`)).json()) as { readonly token: string }
    return `Bearer ${given}`
  }
  return { server, space, post, signIn }
}

test('a code is good for one sign-in within ten minutes', () => {
  let now = 0
  const sessions = openSessions(() => now)
  const [late, code] = [sessions.newCode(), sessions.newCode()]
  const given = sessions.exchange(code) ?? ''
  expect([sessions.isOpen(given), sessions.isOpen(code), sessions.exchange(code)]).toEqual([true, false, undefined])
  now = 600_001
  expect(sessions.exchange(late)).toBeUndefined()
  for (let count = 0; count < 30; count += 1) sessions.newCode()
})

test('the page is at any address below its own, with files that are found from there', async () => {
  const { server } = await served()
  const asked = async (path: string): Promise<readonly [number, string]> => {
    const response = await fetch(`${server.url}${path}`)
    return [response.status, await response.text()]
  }
  expect(await asked('app/')).toEqual([200, expect.stringContaining('src="./assets/a.js"')])
  expect(await asked('app/note/a/b.md')).toEqual([200, expect.stringContaining('src="../../assets/a.js"')])
  expect((await asked('app/assets/none.js'))[0]).toBe(404)
  const packed = async (name: string, encodings: string): Promise<unknown> => {
    const response = await fetch(`${server.url}app/assets/${name}`, { headers: { 'accept-encoding': encodings } })
    return [response.headers.get('content-encoding'), await response.text()]
  }
  // Of what the build packed as small as it gets; of the rest as it is quick.
  expect(await packed('b.js', 'gzip, br')).toEqual(['br', 'y'.repeat(1000)])
  expect(await packed('b.js', 'gzip')).toEqual(['gzip', 'y'.repeat(1000)])
  expect(await packed('a.js', 'gzip, br')).toEqual(['gzip', 'x'.repeat(1000)])
  expect(await packed('a.js', 'identity')).toEqual([null, 'x'.repeat(1000)])
  expect((await asked('app/assets/b.js.br'))[0]).toBe(404)
})

test('the user decides what the space may do, and anyone who has a token does not', async () => {
  const { post, signIn } = await served({ token, rights: ['find', 'read', 'manage'] })
  const own = await signIn()
  expect((await post('api/trust.show', `Bearer ${token}`)).status).toBe(200)
  expect((await post('api/trust.allow', `Bearer ${token}`, '{"yes":true,"dry_run":true}')).status).toBe(404)
  expect((await post('api/trust.allow', own, '{"yes":true,"dry_run":true}')).status).toBe(200)
  expect(await (await post('app/session', `Bearer ${token}`)).json()).toMatchObject({ is_own: false })
  expect(await (await post('app/session', own)).json()).toMatchObject({ is_own: true })
  expect((await post('app/session', 'Bearer nobody-has-this-token')).status).toBe(401)
  expect((await post('app/code', `Bearer ${token}`)).status).toBe(401)
})

test('a space that is not trusted is shown to its user alone, and written by nobody', async () => {
  const { server, post, signIn } = await served({ isOwnOnly: true }, false)
  const own = await signIn()
  expect((await fetch(server.url)).status).toBe(401)
  expect((await post('api/find', '', '{"task":"bread"}')).status).toBe(401)
  expect(await (await post('api/trust.show', own)).json()).toMatchObject({ state: 'restricted' })
  expect((await post('api/agents.list', own)).status).toBe(200)
  const refused = await post('api/remember', own, '{"text":"It was here."}')
  expect([refused.status, await refused.json()]).toMatchObject([422, { error: { code: 'SPACE_RESTRICTED' } }])
})

test('a server that runs gives its user another link, and none once it has ended', async () => {
  const { server, space } = await served()
  const { signal } = new AbortController()
  const link = await linkOfRunningServer(space.paths.root, { signal })
  expect(link).toMatch(new RegExp(`^${server.url}app/#code=[\\w-]{43}$`))
  await server.close()
  expect(await linkOfRunningServer(space.paths.root, { signal })).toBeUndefined()
})

test('a browser is led from what was a page here to the page, and from what needs a token to its sign-in', async () => {
  const { server } = await served({ token })
  const led = async (path: string, base = server.url): Promise<readonly [number, string | null]> => {
    const response = await fetch(`${base}${path}`, { headers: { accept: 'text/html' }, redirect: 'manual' })
    return [response.status, response.headers.get('location')]
  }
  expect(await led('find?q=stale+bread')).toEqual([307, 'app/?q=stale+bread'])
  expect(await led('find')).toEqual([307, 'app/'])
  expect(await led('')).toEqual([307, 'app/'])
  expect(await led('agents/cook/')).toEqual([307, '../../app/agent/cook'])
  expect(await led('agents/cook')).toEqual([307, '../app/agent/cook'])
  expect((await fetch(server.url)).status).toBe(401)
  const open = await served({})
  expect([await led('', open.server.url), await led('agents/cook/', open.server.url)]).toEqual([
    [200, null],
    [200, null],
  ])
})

test('who came by a link finds the search opened, and comes in also where it can not be', async () => {
  const space = await servedSpace()
  await using opened = await openSpace(space.paths.root, space.opened)
  const asked: unknown[] = []
  const search = Object.assign(Object.create(opened.search) as typeof opened.search, {
    everything: (input: unknown) => {
      asked.push(input)
      throw new Error('it is broken')
    },
  })
  await using server = await startServer({ ...opened, search }, { ...space.options, port: 0, page: space.paths.root })
  const signIn = async (code: string): Promise<number> => {
    const headers = { authorization: `Code ${code}` }
    return (await fetch(`${server.url}app/session`, { method: 'POST', headers })).status
  }
  expect([await signIn('of-nobody'), asked]).toEqual([401, []])
  const code = new URL(server.signInLink?.() ?? '').hash.replace('#code=', '')
  expect(await signIn(code)).toBe(200)
  expect(asked).toEqual([expect.objectContaining({ by: 'words' })])
})

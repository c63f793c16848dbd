import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { eventLoopTurns } from '../__fixtures__/run-script.ts'
import { type LocalServer, serve } from './__fixtures__/local-server.ts'
import { createGuardedFetch } from './guarded-fetch.ts'

const disallowed = (transient: boolean): unknown =>
  expect.objectContaining({
    code: 'FETCH_ROBOTS_DISALLOWED',
    details: expect.objectContaining({ transient }) as unknown,
  })

async function site(robots: string | ((response: ServerResponse) => void)): Promise<LocalServer> {
  return await serve((request, response) => {
    if (request.url === '/away') response.writeHead(302, { location: '/private' }).end()
    else if (request.url !== '/robots.txt') response.end('page')
    else if (typeof robots === 'string') response.end(robots)
    else robots(response)
  })
}

test('stays away from what robots.txt names, also after a redirect, and asks for it once', async () => {
  const server = await site(
    'User-agent: *\nDisallow: /private\n\nUser-agent: datacortex\nDisallow: /private\nDisallow: /own',
  )
  const get = createGuardedFetch({ allowPrivate: [server.host], robots: true })
  expect(await (await get(`${server.url}page`)).text()).toBe('page')
  for (const path of ['private/x', 'own', 'away'])
    await expect(get(`${server.url}${path}`), path).rejects.toThrowError(disallowed(false))
  expect(server.seen).toEqual(['GET /robots.txt', 'GET /page', 'GET /away'])
})

test('asks nobody where a person named the address', async () => {
  const server = await site('User-agent: *\nDisallow: /')
  const get = createGuardedFetch({ allowPrivate: [server.host], robots: true })
  expect((await get(server.url, { robots: false })).status).toBe(200)
  expect((await createGuardedFetch({ allowPrivate: [server.host] })(server.url)).status).toBe(200)
  expect(server.seen).toEqual(['GET /', 'GET /'])
})

test('without the file everything is allowed; of a site in trouble nothing', async () => {
  const missing = await site((response) => response.writeHead(404).end())
  expect((await createGuardedFetch({ allowPrivate: [missing.host], robots: true })(missing.url)).status).toBe(200)
  for (const answer of [
    (response: ServerResponse) => void response.writeHead(503).end(),
    (response: ServerResponse) => void response.destroy(),
    () => {},
  ]) {
    const server = await site(answer)
    const get = createGuardedFetch({ allowPrivate: [server.host], robots: true, limits: { firstByteMs: 500 } })
    await expect(get(server.url)).rejects.toThrowError(disallowed(true))
  }
})

test('who waits for a reading that another request began can give up', async () => {
  const answers: ServerResponse[] = []
  const server = await site((response) => void answers.push(response))
  const get = createGuardedFetch({ allowPrivate: [server.host], robots: true })
  const first = get(server.url)
  await expect.poll(() => answers.length).toBe(1)
  const impatient = new AbortController()
  const second = get(`${server.url}page`, { signal: impatient.signal })
  await eventLoopTurns(5)
  impatient.abort(new Error('given up'))
  await expect(second).rejects.toThrow('given up')
  answers[0]?.end('')
  expect((await first).status).toBe(200)
})

test('requests that begin together read the file once; who began may give up', async () => {
  const answers: ServerResponse[] = []
  const server = await site((response) => void answers.push(response))
  const get = createGuardedFetch({ allowPrivate: [server.host], robots: true })
  const impatient = new AbortController()
  const first = get(server.url, { signal: impatient.signal }).catch((error: unknown) => error)
  await expect.poll(() => answers.length).toBe(1)
  const others = Array.from({ length: 7 }, async (_, place) => (await get(`${server.url}${place}`)).status)
  impatient.abort(new Error('given up'))
  expect(await first).toMatchObject({ message: 'given up' })
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.end('User-agent: *\nDisallow: /private')
  expect(await Promise.all(others)).toEqual(others.map(() => 200))
  expect(server.seen.filter((request) => request.endsWith('robots.txt'))).toHaveLength(2)
})

test('reads the beginning of a file without end', async () => {
  const server = await site((response) => {
    response.write('User-agent: *\nDisallow: /private\n')
    const more = (): void => {
      while (response.write('# nothing\n'.repeat(5000)));
    }
    response.on('drain', more)
    more()
  })
  const get = createGuardedFetch({ allowPrivate: [server.host], robots: true })
  expect((await get(server.url)).status).toBe(200)
  await expect(get(`${server.url}private`)).rejects.toThrowError(disallowed(false))
})

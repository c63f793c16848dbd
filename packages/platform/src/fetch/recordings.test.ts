import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { serve } from './__fixtures__/local-server.ts'
import { createGuardedFetch } from './guarded-fetch.ts'

test('replays what was recorded: status, headers, text, bytes, redirects, by method and body', async () => {
  const directory = await temporaryFolder()
  const server = await serve((request, response) => {
    response.setHeader('set-cookie', 'a=b')
    if (request.url === '/to') response.writeHead(301, { location: '/gz' }).end()
    else if (request.url === '/gz') response.setHeader('content-encoding', 'gzip').end(gzipSync('tides'))
    else if (request.url === '/bytes') response.end(Buffer.from([0, 255, 128]))
    else request.pipe(response.writeHead(418, { 'x-own': 'yes' }))
  })
  const options = { allowPrivate: [server.host] }
  const ask = async (mode: 'record' | 'replay'): Promise<unknown> => {
    const get = createGuardedFetch({ ...options, recordings: { directory, mode } })
    const redirected = await get(`${server.url}to`)
    const bytes = await get(`${server.url}bytes`)
    const posted = await Promise.all(['x', 'y'].map((body) => get(`${server.url}post`, { method: 'POST', body })))
    return [
      [redirected.url, await redirected.text(), [...(await bytes.bytes())]],
      ...(await Promise.all(posted.map(async (one) => [one.status, one.headers.get('x-own'), await one.text()]))),
    ]
  }
  const recorded = await ask('record')
  const count = server.seen.length
  expect(await ask('replay')).toEqual(recorded)
  expect(recorded).toEqual([
    [`${server.url}gz`, 'tides', [0, 255, 128]],
    [418, 'yes', 'x'],
    [418, 'yes', 'y'],
  ])
  expect(server.seen).toHaveLength(count)
})

test('what was not recorded is an error, and guarded all the same', async () => {
  const get = createGuardedFetch({ recordings: { directory: await temporaryFolder(), mode: 'replay' } })
  await expect(get('https://a.example/')).rejects.toThrowError(
    expect.objectContaining({ code: 'FETCH_RECORDING_MISSING' }),
  )
  await expect(get('https://127.0.0.1/')).rejects.toThrowError(expect.objectContaining({ code: 'FETCH_REFUSED' }))
})

test('no secret is recorded, and another key replays', async () => {
  const directory = await temporaryFolder()
  const server = await serve((request, response) =>
    response.writeHead(200, { 'x-echo': request.headers.authorization ?? '' }).end(JSON.stringify(request.headers)),
  )
  const get = (mode: 'record' | 'replay', key: string): Promise<Response> =>
    createGuardedFetch({ allowPrivate: [server.host], recordings: { directory, mode } })(
      `${server.url}?api_key=${key}2`,
      { headers: { authorization: `Bearer ${key}1`, 'x-subscription-token': `${key}3` } },
    )
  await get('record', 'planted-secret-')
  const names = await readdir(directory)
  const texts = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')))
  expect(names.concat(texts).join('\n')).not.toContain('planted-secret')
  expect((await get('replay', 'another-')).status).toBe(200)
})

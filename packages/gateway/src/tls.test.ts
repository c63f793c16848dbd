import { chmod } from 'node:fs/promises'
import { request } from 'node:https'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { trustSpace } from '@datacortex/platform'
import { openSpace } from '@datacortex/space'
import { expect, onTestFinished, test } from 'vitest'
import { raw } from './__fixtures__/a2a-request.ts'
import { type ServedSpace, serve, servedSpace, writeText } from './__fixtures__/served-space.ts'

/** Files of a certificate and its key, in the folder of a space. */
async function certified(space: ServedSpace, name: string, until = new Date('2049-12-31')) {
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    notBeforeDate: new Date('2020-01-01'),
    notAfterDate: until,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  })
  const files = { cert: join(space.paths.root, `${name}.crt`), key: join(space.paths.root, `${name}.key`) }
  await writeText(files.cert, made.cert)
  await writeText(files.key, made.private)
  await chmod(files.key, 0o600)
  return { ...files, ca: made.cert }
}

async function askTls(url: string, ca: string): Promise<{ readonly status: number; readonly protocol: string | null }> {
  return await new Promise((resolve, reject) => {
    const sent = request(url, { ca, agent: false, servername: 'localhost' }, (response) => {
      const protocol =
        'getProtocol' in response.socket ? (response.socket as never as { getProtocol(): string }).getProtocol() : null
      response.resume().on('end', () => resolve({ status: response.statusCode ?? 0, protocol }))
    })
    sent.on('error', reject).end()
  })
}

test('with a certificate and its key it speaks TLS, and nothing else', async () => {
  const space = await servedSpace()
  const { ca, ...tls } = await certified(space, 'own')
  const { url, port } = await serve(space, { tls, limits: { clientConnections: 1 } })
  expect(url).toBe(`https://127.0.0.1:${port}/`)
  for (const path of ['', '.well-known/agent-card.json'])
    await expect
      .poll(async () => await askTls(`${url}${path}`, ca).catch(String))
      .toEqual({ status: 200, protocol: 'TLSv1.3' })
  expect(await raw(port, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n').catch(() => '')).not.toContain('200')
  expect(space.logged.filter((line) => line.includes('SPACE_TLS'))).toEqual([])
})

test('the settings name the files, relative to the space, and doctor looks at them, too', async () => {
  const space = await servedSpace()
  await certified(space, 'own', new Date('2021-01-01'))
  await chmod(join(space.paths.root, 'own.key'), 0o644)
  await writeText(space.paths.settingsFile, 'serve: {tls_cert: own.crt, tls_key: own.key}\n')
  const { url } = await serve(space)
  expect(url).toMatch(/^https:/)
  const logged = space.logged.join('\n')
  expect(logged).toMatch(/Others of this machine may read the key .*own\.key \(mode 644\)/)
  expect(logged).toMatch(/The certificate .* is valid until 2021-01-01/)
  const opened = await openSpace(space.paths.root, space.opened)
  onTestFinished(async () => await opened[Symbol.asyncDispose]())
  const codes = (await opened.doctor({})).findings.map(({ code }) => code)
  expect(codes).toEqual(expect.arrayContaining(['SPACE_TLS_KEY_EXPOSED', 'SPACE_TLS_ENDING']))
  await writeText(join(space.paths.root, 'own.key'), 'secret words')
  const { findings } = await opened.doctor({})
  const broken = findings.find(({ code }) => code === 'SPACE_TLS_INVALID')
  expect(broken).toMatchObject({ severity: 'error', message: expect.not.stringContaining('secret words') })
})

test('files that the settings name since their user last looked are not used, and nothing listens', async () => {
  const space = await servedSpace()
  await trustSpace(space.paths.root, { allowed: [] })
  await certified(space, 'own')
  await writeText(space.paths.settingsFile, 'serve: {tls_cert: own.crt, tls_key: own.key}\n')
  const wants = ['serve.tls_cert', 'serve.tls_key']
  await expect(serve({ ...space, opened: { ...space.opened, isTrusted: false } })).rejects.toMatchObject({
    code: 'SPACE_RESTRICTED',
    details: { wants },
  })
})

test('files that do not do are refused before anything listens', async () => {
  const space = await servedSpace()
  const [own, other] = [await certified(space, 'own'), await certified(space, 'other')]
  const text = join(space.paths.root, 'text.pem')
  await writeText(text, 'no certificate')
  for (const [tls, reason] of [
    [{ cert: own.cert }, 'and no key'],
    [{ key: own.key }, 'and no certificate'],
    [{ cert: own.cert, key: join(space.paths.root, 'none.key') }, 'none.key'],
    [{ cert: text, key: own.key }, 'text.pem is no certificate in PEM'],
    [{ cert: own.cert, key: text }, 'text.pem is no private key in PEM'],
    [{ cert: own.cert, key: other.key }, 'other.key is not the key of'],
  ] as const)
    await expect(serve(space, { tls })).rejects.toMatchObject({
      code: 'SPACE_TLS_INVALID',
      message: expect.stringContaining(reason),
    })
})

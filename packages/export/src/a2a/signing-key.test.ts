import { chmod, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { caseBlindDisk, slowDisk } from '@datacortex/platform/simulated-disks'
import { exportJWK, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../publish/__fixtures__/temporary-folder.ts'
import { createSigningKey, readSigningKey } from './read-signing-key.ts'
import { signCard } from './sign-card.ts'
import { keySet } from './signing-key.ts'
import { verifyCard } from '@datacortex/protocols'

test('a key is stored for its owner alone and its public part has no secret', async () => {
  const file = join(await temporaryFolder(), 'keys', 'cards.jwk')
  const key = await createSigningKey(file)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(dirname(file)), 'nothing beside it').toEqual(['cards.jwk'])
  const stored = JSON.parse(await readFile(file, 'utf8'))
  expect(Object.keys(stored).sort()).toEqual(['alg', 'crv', 'd', 'kid', 'kty', 'use', 'x', 'y'])
  const [publicKey] = keySet([key]).keys
  expect(publicKey).toEqual({
    kid: stored.kid,
    alg: 'ES256',
    use: 'sig',
    kty: 'EC',
    crv: 'P-256',
    x: stored.x,
    y: stored.y,
  })
  expect(key.privateKey.extractable).toBe(false)
  expect(JSON.stringify(key)).not.toContain(stored.d)
  expect((await readSigningKey(file)).kid).toBe(key.kid)
})

test('a key that is there is never overwritten, also not by many at once', async () => {
  const file = join(await temporaryFolder(), 'cards.jwk')
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => createSigningKey(file)))
  const made = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.kid] : []))
  expect(made).toEqual([(await readSigningKey(file)).kid])
  await expect(createSigningKey(file)).rejects.toMatchObject({ code: 'EXPORT_SIGNING_KEY_EXISTS' })
})

test('a key that another program puts there while ours is written stays, whatever the case of its name', async () => {
  const folder = await temporaryFolder()
  const meanwhile = async (call: string): Promise<void> => {
    if (call === 'link') await writeFile(join(folder, 'Cards.jwk'), 'theirs')
  }
  const made = createSigningKey(join(folder, 'cards.jwk'), { disk: slowDisk(meanwhile, caseBlindDisk()) })
  await expect(made).rejects.toMatchObject({ code: 'EXPORT_SIGNING_KEY_EXISTS' })
  expect(await readFile(join(folder, 'Cards.jwk'), 'utf8')).toBe('theirs')
})

test('a key that others may read is not used', async () => {
  const file = join(await temporaryFolder(), 'cards.jwk')
  await createSigningKey(file)
  await chmod(file, 0o640)
  await expect(readSigningKey(file)).rejects.toMatchObject({
    code: 'EXPORT_SIGNING_KEY_EXPOSED',
    message: expect.stringContaining('mode 640'),
  })
})

test('an Ed25519 key signs too', async () => {
  const file = join(await temporaryFolder(), 'cards.jwk')
  const { privateKey } = await generateKeyPair('EdDSA', { extractable: true })
  await writeFile(file, JSON.stringify(await exportJWK(privateKey)), { mode: 0o600 })
  const key = await readSigningKey(file)
  expect(key.alg).toBe('EdDSA')
  expect(await verifyCard(await signCard({ name: 'a' }, key), keySet([key]))).toMatchObject({ valid: true })
})

test('what is no private key is refused without quoting it', async () => {
  const folder = await temporaryFolder()
  const good = join(folder, 'good.jwk')
  await createSigningKey(good)
  const stored = JSON.parse(await readFile(good, 'utf8'))
  const { d, ...publicOnly } = stored
  const cases: Readonly<Record<string, string>> = {
    empty: '',
    'no-json': `{"d":"${d}"`,
    public: JSON.stringify(publicOnly),
    secp256k1: JSON.stringify({ ...stored, crv: 'secp256k1' }),
    short: JSON.stringify({ ...stored, d: d.slice(1) }),
    algorithm: JSON.stringify({ ...stored, alg: 'HS256' }),
    'off-curve': JSON.stringify({ ...stored, x: stored.y }),
    symmetric: JSON.stringify({ kty: 'oct', k: d }),
    huge: ' '.repeat(20_000),
  }
  for (const [name, text] of Object.entries(cases)) {
    const file = join(folder, name)
    await writeFile(file, text, { mode: 0o600 })
    const error = await readSigningKey(file).catch((caught: unknown) => caught)
    expect(error, name).toMatchObject({ code: 'EXPORT_SIGNING_KEY_INVALID' })
    expect(`${String(error)} ${JSON.stringify(error)}`, name).not.toContain(d.slice(1))
  }
  const pem = join(folder, 'key.pem')
  await writeFile(pem, '-----BEGIN EC PARAMETERS-----\n', { mode: 0o600 })
  await expect(readSigningKey(pem)).rejects.toThrow('it is not JSON; a JWK is wanted, not PEM')
  await expect(readSigningKey(join(folder, 'huge'))).rejects.toThrow('too large (20000 bytes, the limit is 16384)')
  await mkdir(join(folder, 'folder'))
  for (const name of ['absent', 'folder'])
    await expect(readSigningKey(join(folder, name))).rejects.toMatchObject({ code: 'EXPORT_SIGNING_KEY_INVALID' })
})

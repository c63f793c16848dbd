import { execFile } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type SpacePaths, createSpace } from '@datacortex/platform'
import { slowDisk } from '@datacortex/platform/simulated-disks'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { importKeystore, newKeystore, planKeystore } from './create-keystore.ts'
import { findKeystore } from './keystore-place.ts'
import { keystoreAddress, listKeystores } from './list-keystores.ts'
import { openSigner } from './open-signer.ts'
import type { SecretSource } from './secret-source.ts'

const key = '0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318'
const owner = '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23'
const rpc = 'http://127.0.0.1:1'

// One keystore of ours for all, as each costs what it shall cost anyone who guesses, and a cheap one of cast.
let folder: string
let ours: string
let theirs: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'datacortex-keys-'))
  ours = join(folder, 'mine.json')
  await importKeystore(undefined, { from: typed(key), passphrase: typed('pass phrase'), file: ours })
  theirs = join(folder, 'theirs')
  const place = ['--keystore-dir', folder, '--unsafe-password', 'theirs']
  await cast(['wallet', 'import', 'theirs', '--private-key', key, ...place])
})
afterAll(async () => await rm(folder, { recursive: true, force: true }))

test('a new key: mode 0600, strong scrypt, never written over', async () => {
  const paths = await space()
  const { address, file } = await newKeystore(paths, { passphrase: typed('correct horse') })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await stat(dirname(file))).mode & 0o777).toBe(0o700)
  const text = await readFile(file, 'utf8')
  expect(JSON.parse(text)).toMatchObject({
    version: 3,
    address: address.slice(2).toLowerCase(),
    crypto: { kdf: 'scrypt', kdfparams: { n: 131_072, r: 8, p: 1, dklen: 32 }, cipher: 'aes-128-ctr' },
  })
  await expect(planKeystore(paths, {})).rejects.toMatchObject({ code: 'EXPORT_KEYSTORE_EXISTS' })
  expect((await planKeystore(paths, { file: 'next' })).file).toBe(join(dirname(file), 'next.json'))
  await expect(newKeystore(paths, { passphrase: typed('other') })).rejects.toMatchObject({
    code: 'EXPORT_KEYSTORE_EXISTS',
  })
  expect(await readFile(file, 'utf8')).toBe(text)
  expect(await keystoreAddress(paths, { passphrase: never })).toEqual({ address, file })
  expect((await listKeystores(paths)).keystores).toContainEqual({ address, file, origin: 'space' })
})

test('a key that another program puts there while ours is written stays', async () => {
  const paths = await space()
  const file = join(paths.envDirectory, 'keystores', 'default.json')
  const disk = slowDisk(async (call) => {
    if (call === 'link') await writeFile(file, 'theirs')
  })
  const made = newKeystore(paths, { passphrase: { prompt: async () => await Promise.resolve('a passphrase') }, disk })
  await expect(made).rejects.toMatchObject({ code: 'EXPORT_KEYSTORE_EXISTS' })
  expect(await readFile(file, 'utf8')).toBe('theirs')
})

test('a passphrase that was mistyped locks nothing away', async () => {
  const paths = await space()
  const answers = ['correct horse', 'correct hrose']
  const passphrase: SecretSource = { prompt: async () => await Promise.resolve(answers.shift() ?? '') }
  await expect(newKeystore(paths, { passphrase })).rejects.toMatchObject({
    code: 'EXPORT_SECRET_UNAVAILABLE',
    message: expect.stringContaining('typed the same way twice'),
  })
  expect((await listKeystores(paths)).keystores.filter(({ origin }) => origin === 'space')).toEqual([])
})

test('cast opens ours', async () => {
  const place = ['--keystore-dir', folder, '--unsafe-password', 'pass phrase']
  const { stdout } = await cast(['wallet', 'decrypt-keystore', 'mine.json', ...place])
  expect(stdout).toContain(key)
})

test("ours opens cast's, which has no address and a cheap scrypt", async () => {
  const paths = await space()
  const file = theirs
  expect(await readFile(file, 'utf8')).not.toContain('"address"')
  expect(await keystoreAddress(paths, { file, passphrase: typed('theirs') })).toEqual({ address: owner, file })
  const taken = await importKeystore(paths, {
    from: { keystore: file, passphrase: typed('theirs') },
    passphrase: typed('new'),
  })
  expect(taken.address).toBe(owner)
  const wrong = keystoreAddress(paths, { file, passphrase: typed('guess') })
  await expect(wrong).rejects.toMatchObject({ code: 'EXPORT_PASSPHRASE_WRONG' })
})

// Vectors of the definition of Web3 Secret Storage.
test('opens the published vectors, scrypt and PBKDF2, also with a capital letter', async () => {
  const paths = await space()
  const secret = '7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d'
  const vector = {
    crypto: {
      cipher: 'aes-128-ctr',
      cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
      ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
      kdf: 'pbkdf2',
      kdfparams: {
        c: 262_144,
        dklen: 32,
        prf: 'hmac-sha256',
        salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd',
      },
      mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
    },
    id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
    version: 3,
  }
  const vectors = await temporary()
  const { crypto, ...rest } = vector
  await writeFile(join(vectors, 'a.json'), JSON.stringify(vector))
  await writeFile(join(vectors, 'b.json'), JSON.stringify({ ...rest, Crypto: crypto }))
  const { privateKeyToAddress } = await import('viem/accounts')
  for (const name of ['a.json', 'b.json']) {
    const found = await keystoreAddress(paths, { file: join(vectors, name), passphrase: typed('testpassword') })
    expect(found.address).toBe(privateKeyToAddress(`0x${secret}`))
  }
})

test('damaged and dangerous files are refused before anything is computed', async () => {
  const paths = await space()
  const good = JSON.parse(await readFile(ours, 'utf8')) as { crypto: { kdfparams: { n: number } } }
  const bad = join(await temporary(), 'bad.json')
  const refused = async (value: unknown): Promise<string> => {
    await writeFile(bad, typeof value === 'string' ? value : JSON.stringify(value))
    const error: unknown = await keystoreAddress(paths, { file: bad, passphrase: typed('p') }).catch(
      (caught: unknown) => caught,
    )
    expect(error).toMatchObject({ code: 'EXPORT_KEYSTORE_INVALID' })
    return String(error)
  }
  const huge = structuredClone(good)
  huge.crypto.kdfparams.n = 2 ** 30
  expect(await refused(huge)).toContain('n')
  await refused({ ...good, version: 4 })
  await refused('[]')
  // What was saved by mistake must not come out in an error.
  expect(await refused(key)).not.toContain(key.slice(2, 12))
  const named = JSON.parse(await readFile(theirs, 'utf8')) as object
  await writeFile(bad, JSON.stringify({ ...named, address: '11'.repeat(20) }))
  await expect(openAndSign(paths, bad, 'theirs')).rejects.toMatchObject({ code: 'EXPORT_KEYSTORE_INVALID' })
  await expect(keystoreAddress(paths, { file: 'nobody', passphrase: never })).rejects.toMatchObject({
    code: 'EXPORT_KEYSTORE_NOT_FOUND',
  })
})

test('a secret from a descriptor or a file of mode 0600', async () => {
  const paths = await space()
  const file = join(await temporary(), 'phrase')
  await writeFile(file, 'from a file\nand more\n', { mode: 0o600 })
  await using handle = await open(file)
  await importKeystore(paths, { from: typed(key), passphrase: { fd: handle.fd }, file: 'one' })
  const signer = await openSigner(paths, { keystore: 'one', passphrase: { file }, rpc })
  await signer.unlock()
  expect(signer.address).toBe(owner)
  await chmod(file, 0o644)
  await expect(openAndSign(paths, 'one', { file })).rejects.toMatchObject({ code: 'EXPORT_SECRET_UNAVAILABLE' })
  await expect(openAndSign(paths, 'one', { fd: 987 })).rejects.toMatchObject({ code: 'EXPORT_SECRET_UNAVAILABLE' })
  for (const text of ['', undefined])
    await expect(openAndSign(paths, 'one', typed(text))).rejects.toMatchObject({ code: 'EXPORT_SECRET_UNAVAILABLE' })
  await expect(openAndSign(paths, theirs, typed('wrong'))).rejects.toMatchObject({ code: 'EXPORT_PASSPHRASE_WRONG' })
})

test('a damaged keystore is listed with the reason, never with what it holds; hidden files are not', async () => {
  const paths = await space()
  const file = await placed(paths, 'good')
  const place = dirname(file)
  await writeFile(join(place, 'cut.json'), (await readFile(file, 'utf8')).slice(0, 200))
  await writeFile(join(place, 'raw'), key)
  await writeFile(join(place, '.hidden'), '')
  await mkdir(join(place, 'old'))
  const { keystores, broken } = await listKeystores(paths)
  expect(keystores.filter(({ origin }) => origin === 'space')).toEqual([{ address: owner, file, origin: 'space' }])
  expect(broken.filter(({ origin }) => origin === 'space')).toEqual([
    { file: join(place, 'cut.json'), origin: 'space', reason: 'it is not JSON' },
    { file: join(place, 'raw'), origin: 'space', reason: expect.not.stringContaining(key.slice(2, 12)) },
  ])
})

test('a name that no folder of keystores has is a file here; the space goes first, and nothing named is never here', async () => {
  const paths = await space()
  const here = await temporary()
  onTestFinished(() => void vi.restoreAllMocks())
  vi.spyOn(process, 'cwd').mockReturnValue(here)
  for (const name of ['e.json', 'default', 'default.json']) await writeFile(join(here, name), '{}')
  expect(await findKeystore(paths, 'e.json')).toBe(join(here, 'e.json'))
  await expect(findKeystore(paths)).rejects.toMatchObject({ code: 'EXPORT_KEYSTORE_NOT_FOUND' })
  const file = await placed(paths, 'e')
  expect(await findKeystore(paths, 'e.json')).toBe(file)
})

test('outside of a space a path is enough, and a name is not', async () => {
  const file = join(await temporary(), 'x.json')
  expect(await planKeystore(undefined, { file })).toEqual({ file })
  // Made by its path.
  expect(await keystoreAddress(undefined, { file: ours, passphrase: never })).toEqual({ address: owner, file: ours })
  for (const made of [planKeystore(undefined, {}), planKeystore(undefined, { file: 'alice' })])
    await expect(made).rejects.toMatchObject({ code: 'SPACE_NOT_FOUND' })
  await expect(keystoreAddress(undefined, { passphrase: never })).rejects.toMatchObject({ code: 'SPACE_NOT_FOUND' })
})

test('a key of the environment only where it is allowed, and then it is gone', async () => {
  const paths = await space()
  process.env['DATACORTEX_PRIVATE_KEY'] = key
  await expect(openSigner(paths, { rpc })).rejects.toMatchObject({ code: 'EXPORT_ENV_KEY_REFUSED' })
  expect((await openSigner(paths, { rpc, allowEnvKey: true })).address).toBe(owner)
  expect(process.env['DATACORTEX_PRIVATE_KEY']).toBeUndefined()
  await expect(openSigner(paths, { rpc, allowEnvKey: true })).rejects.toMatchObject({ code: 'EXPORT_ENV_KEY_REFUSED' })
  process.env['DATACORTEX_PRIVATE_KEY'] = `${key}00`
  const error: unknown = await openSigner(paths, { rpc, allowEnvKey: true }).catch((caught: unknown) => caught)
  expect(error).toMatchObject({ code: 'EXPORT_PRIVATE_KEY_INVALID' })
  expect(JSON.stringify(error) + String(error)).not.toContain(key.slice(2, 12))
})

const never: SecretSource = { prompt: async () => await Promise.reject(new Error('nobody should be asked')) }

function typed(text: string | undefined): SecretSource {
  return { prompt: async () => await Promise.resolve(text) }
}

async function openAndSign(paths: SpacePaths, keystore: string, passphrase: SecretSource | string): Promise<void> {
  const source = typeof passphrase === 'string' ? typed(passphrase) : passphrase
  await (await openSigner(paths, { keystore, passphrase: source, rpc })).unlock()
}

/** Puts the keystore of ours where one of this name belongs. */
async function placed(paths: SpacePaths, name: string): Promise<string> {
  const { file } = await planKeystore(paths, { file: name })
  await mkdir(dirname(file), { recursive: true })
  await copyFile(ours, file)
  return file
}

async function space(): Promise<SpacePaths> {
  return (await createSpace(await temporary())).paths
}

async function temporary(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'datacortex-keys-'))
  onTestFinished(async () => await rm(made, { recursive: true, force: true }))
  return made
}

async function cast(args: readonly string[]): Promise<{ readonly stdout: string }> {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  const require = createRequire(import.meta.url)
  const shim = require.resolve('@foundry-rs/cast/package.json')
  const folder = dirname(
    createRequire(shim).resolve(`@foundry-rs/cast-${process.platform}-${architecture}/package.json`),
  )
  return await promisify(execFile)(join(folder, 'bin', 'cast'), [...args])
}

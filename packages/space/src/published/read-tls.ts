import { X509Certificate, createPrivateKey } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Finding, warningFinding } from '@datacortex/errors'
import { type SpacePaths, readSettings, readTextFile, shellWord } from '@datacortex/platform'
import { spaceError } from '../errors.ts'

/** Files in PEM: a certificate, with those that lead to a known authority behind it, and its key. */
export type TlsFiles = { readonly cert?: string | undefined; readonly key?: string | undefined }

/** What a server needs for TLS, and what its keeper should know of it. */
export type Tls = { readonly cert: string; readonly key: string; readonly findings: readonly Finding[] }

export async function tlsOfSettings(paths: SpacePaths): Promise<Tls | undefined> {
  const { tls_cert: cert, tls_key: key } = (await readSettings(paths)).serve
  const placed = (file: string | undefined): string | undefined => file && resolve(paths.root, file)
  return await readTls({ cert: placed(cert), key: placed(key) })
}

/** Reads a certificate and its key; undefined without any. Throws `SPACE_TLS_INVALID`, which quotes nothing of them. */
export async function readTls({ cert: certFile, key: keyFile }: TlsFiles): Promise<Tls | undefined> {
  if (certFile === undefined && keyFile === undefined) return undefined
  if (certFile === undefined || keyFile === undefined)
    throw invalid(`only ${certFile ?? keyFile} is named, and ${certFile === undefined ? 'no certificate' : 'no key'}`)
  const [cert, key] = (await Promise.all([certFile, keyFile].map(readPem))) as [string, string]
  const certificate = parsed(`${certFile} is no certificate in PEM`, () => new X509Certificate(cert))
  const privateKey = parsed(`${keyFile} is no private key in PEM, or has a passphrase`, () => createPrivateKey(key))
  if (!certificate.checkPrivateKey(privateKey)) throw invalid(`${keyFile} is not the key of ${certFile}`)
  const findings: Finding[] = []
  const { mode } = await stat(keyFile)
  // Windows has no such bits.
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    findings.push(
      warningFinding('SPACE_TLS_KEY_EXPOSED', keyFile, {
        message: `Others of this machine may read the key ${keyFile} (mode ${(mode & 0o777).toString(8)}).`,
        hint: `chmod 600 ${shellWord(keyFile)}`,
      }),
    )
  const { validToDate: until } = certificate
  if (until.getTime() - Date.now() < noticeMs)
    findings.push(
      warningFinding('SPACE_TLS_ENDING', certFile, {
        message: `The certificate ${certFile} is valid until ${until.toISOString().slice(0, 10)}.`,
        hint: 'Get a new one, and start `serve` again.',
      }),
    )
  return { cert, key, findings }
}

/** Time enough to get a new one. */
const noticeMs = 14 * 24 * 3_600_000

async function readPem(file: string): Promise<string> {
  const read = await readTextFile(file, { maxBytes: 1_000_000 })
  if (!read.ok) throw invalid(`${file} can't be read: ${read.reason}`)
  return read.text
}

function parsed<Result>(problem: string, parse: () => Result): Result {
  try {
    return parse()
  } catch (cause) {
    throw invalid(problem, cause)
  }
}

function invalid(problem: string, cause?: unknown): Error {
  return spaceError('SPACE_TLS_INVALID', { problem }, { cause })
}

// Loaded before the program: any attempt to resolve a name, to connect or to fetch is written down and fails.
import dns from 'node:dns'
import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

const refuse = (what: string) => (): never => {
  appendFileSync(process.env['NETWORK_LOG'] ?? '/dev/stderr', `${what}\n`)
  throw new Error(`No network in this test: ${what}`)
}

net.Socket.prototype.connect = refuse('connect')
dns.lookup = Object.assign(refuse('lookup'), { __promisify__: refuse('lookup') })
dns.promises.lookup = refuse('lookup')
globalThis.fetch = refuse('fetch')
syncBuiltinESMExports()

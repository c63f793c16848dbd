import { join } from 'node:path'
import { ifCoded } from '@datacortex/errors'
import { type MachineKey, changeKnownMachines, machineOf } from '@datacortex/execution'
import { createSigningKey, readSigningKey } from '@datacortex/export'
import { isThere, userPaths } from '@datacortex/platform'

/** The key of this machine, which is made when it is first needed and never leaves it. */
export async function machineKey(): Promise<MachineKey> {
  const file = join(userPaths().config, 'machine.jwk')
  if (!(await isThere(file))) {
    // Two that begin together take the one of who was first.
    await createSigningKey(file, { alg: 'EdDSA' }).catch(ifCoded(undefined, 'EXPORT_SIGNING_KEY_EXISTS'))
  }
  const { privateKey, publicJwk } = await readSigningKey(file)
  const x = String(publicJwk.x)
  const id = machineOf(x)
  await changeKnownMachines((known) => (known.has(id) ? known : new Set([...known, id])))
  const sign = async (text: string): Promise<string> =>
    Buffer.from(await crypto.subtle.sign('Ed25519', privateKey, Buffer.from(text))).toString('base64url')
  return { x, sign }
}

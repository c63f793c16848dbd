import type { LookupAddress } from 'node:dns'
import { lookup as systemLookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { platformError } from '../errors.ts'
import { isPublicAddress } from './public-address.ts'

export type ResolveHost = (hostname: string) => Promise<readonly LookupAddress[]>

/** Asks the system, as every other program does. */
export const resolveBySystem: ResolveHost = async (hostname) => await systemLookup(hostname, { all: true })

export function guardedLookup(resolve: ResolveHost, { allowPrivate }: { allowPrivate: boolean }): LookupFunction {
  const checked = callbackify(async (hostname: string) => {
    const answers = await resolve(hostname)
    if (allowPrivate || answers.every(({ address }) => isPublicAddress(address))) return answers
    throw platformError('FETCH_REFUSED', { url: hostname, reason: privateName })
  })
  return (hostname, { all, family }, callback) => {
    checked(hostname, (error: Error | null, answers) => {
      if (error !== null) return callback(error, '', 4)
      const wanted = answers.filter((answer) => family === 0 || family === undefined || answer.family === family)
      const [first] = wanted
      if (first === undefined)
        return callback(Object.assign(new Error(`no address of ${hostname} is known`), { code: 'ENOTFOUND' }), '', 4)
      return all === true ? callback(null, wanted) : callback(null, first.address, first.family)
    })
  }
}

const privateName = 'its name leads to this machine or into a private network'

import { ifMissing, ifRefused } from './if-missing.ts'

/**
 * What a call of the file system gives; undefined if nothing is there. All other failures are thrown.
 *
 * @param call - Under way.
 * @example const found = await ifThere(stat('notes'))
 */
export async function ifThere<T>(call: Promise<T>): Promise<T | undefined> {
  return await call.catch(ifMissing(undefined))
}

/**
 * What a call of the file system gives; undefined if the system refuses it, for whatever reason. A bug is thrown.
 *
 * @param call - Under way.
 * @example const names = (await ifReadable(readdir('notes'))) ?? []
 */
export async function ifReadable<T>(call: Promise<T>): Promise<T | undefined> {
  return await call.catch(ifRefused(undefined))
}

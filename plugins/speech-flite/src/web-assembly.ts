/** A compiled program, which workers share. */
export type CompiledModule = object

/** What is used of WebAssembly; the types of Node have nothing of it. */
declare const WebAssembly: {
  readonly compile: (bytes: Uint8Array) => Promise<CompiledModule>
  readonly instantiate: (module: CompiledModule, imports: object) => Promise<object>
}

/** The program of some bytes. */
export function compile(bytes: Uint8Array): Promise<CompiledModule> {
  return WebAssembly.compile(bytes)
}

/** A new instance of a program, with memory of its own. */
export function instantiate(module: CompiledModule, imports: object): Promise<object> {
  return WebAssembly.instantiate(module, imports)
}

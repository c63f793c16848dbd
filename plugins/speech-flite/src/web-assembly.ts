/** A compiled program, which workers share. */
export type CompiledModule = object

/** What is used of WebAssembly; the types of Node have nothing of it. */
declare const WebAssembly: {
  readonly compile: (bytes: Uint8Array) => Promise<CompiledModule>
  readonly instantiate: (module: CompiledModule, imports: object) => Promise<object>
}

export function compile(bytes: Uint8Array): Promise<CompiledModule> {
  return WebAssembly.compile(bytes)
}

export function instantiate(module: CompiledModule, imports: object): Promise<object> {
  return WebAssembly.instantiate(module, imports)
}

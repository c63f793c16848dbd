/** Vectors side by side in the memory of a small WebAssembly module, which multiplies eight numbers at a time. */
export type VectorMatrix = {
  /** A view of the vector of a row; zeros before it is set. */
  readonly at: (row: number) => Float32Array
  /** The dot products of a vector with those of some rows, in their order; valid until the next call. */
  readonly products: (vector: Float32Array, rows: Uint32Array) => Float32Array
}

/** Makes a matrix of zeros. `v128` is part of WebAssembly 2.0, whose results are the same everywhere. */
export function vectorMatrix(rows: number, dimensions: number): VectorMatrix {
  // A multiple of what is read at a time: the rest of each vector stays zero.
  const length = Math.ceil(dimensions / numbersAtOnce) * numbersAtOnce
  const [placesAt, productsAt, vectorsAt] = [length * 4, (length + rows) * 4, (length + 2 * rows) * 4]
  const memory = new WebAssembly.Memory({ initial: Math.ceil((vectorsAt + rows * length * 4) / 65_536) })
  compiled ??= new WebAssembly.Module(Uint8Array.from(code.flat()))
  const { multiply } = new WebAssembly.Instance(compiled, { own: { memory } }).exports
  const numbersAt = (start: number, count: number): Float32Array => new Float32Array(memory.buffer, start, count)
  const places = new Uint32Array(memory.buffer, placesAt, rows)
  const views: Float32Array[] = []
  return {
    // To make a view takes longer than to find the one that was made.
    at: (row) => (views[row] ??= numbersAt(vectorsAt + row * length * 4, dimensions)),
    products(vector, wanted) {
      numbersAt(0, dimensions).set(vector)
      places.set(wanted)
      multiply(placesAt, placesAt + wanted.length * 4, length * 4, vectorsAt, productsAt)
      return numbersAt(productsAt, wanted.length)
    },
  }
}

const numbersAtOnce = 8

/** Addresses and sizes in bytes; the vector that is multiplied stands at 0. */
type Multiply = (places: number, end: number, rowSize: number, vectors: number, products: number) => void

/** The types of WebAssembly come only with those of browsers. */
declare const WebAssembly: {
  readonly Memory: new (size: { readonly initial: number }) => { readonly buffer: ArrayBuffer }
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: { readonly multiply: Multiply } }
}

let compiled: object | undefined

const get = (local: number): readonly number[] => [0x20, local]
const set = (local: number): readonly number[] => [0x21, local]
const [i32Add, f32Add, f32x4Add, f32x4Multiply] = [[0x6a], [0x92], [0xfd, 0xe4, 1], [0xfd, 0xe6, 1]]
const constant = (value: number): readonly number[] => [0x41, value]
const advance = (local: number, by: number): readonly number[] => [
  ...get(local),
  ...constant(by),
  ...i32Add,
  ...set(local),
]
const load128 = (local: number, offset: number): readonly number[] => [...get(local), 0xfd, 0, 4, offset]
const lane = (local: number, index: number): readonly number[] => [...get(local), 0xfd, 0x1f, index]
const [place, end, rowSize, vectors, product, at, column, even, odd] = [0, 1, 2, 3, 4, 5, 6, 7, 8]

const body = [
  // Locals: two addresses, two sums of four numbers each, which don't wait for each other.
  [2, 2, 0x7f, 2, 0x7b],
  // while place < end
  [0x03, 0x40, ...get(place), ...get(end), 0x49, 0x04, 0x40],
  // at = vectors + rowSize × the number of the row; column = 0; both sums = 0
  [...get(place), 0x28, 2, 0, ...get(rowSize), 0x6c, ...get(vectors), ...i32Add, ...set(at)],
  [...constant(0), ...set(column), 0xfd, 0x0c, ...Array<number>(16).fill(0), 0x22, odd, ...set(even)],
  // for each eight columns: even += vector × row; odd += vector × row, four numbers further
  [0x03, 0x40],
  [...get(even), ...load128(at, 0), ...load128(column, 0), ...f32x4Multiply, ...f32x4Add, ...set(even)],
  [...get(odd), ...load128(at, 16), ...load128(column, 16), ...f32x4Multiply, ...f32x4Add, ...set(odd)],
  [...advance(at, 32), ...advance(column, 32), ...get(column), ...get(rowSize), 0x49, 0x0d, 0, 0x0b],
  // product = the sum of all lanes
  [...get(even), ...get(odd), ...f32x4Add, ...set(even), ...get(product)],
  [...lane(even, 0), ...lane(even, 1), ...f32Add, ...lane(even, 2), ...lane(even, 3), ...f32Add, ...f32Add],
  [0x38, 2, 0, ...advance(product, 4), ...advance(place, 4)],
  [0x0c, 1, 0x0b, 0x0b, 0x0b],
].flat()

const section = (id: number, bytes: readonly number[]): readonly number[] => [id, ...size(bytes.length), ...bytes]
/** LEB128, below 16,384. */
const size = (count: number): readonly number[] => (count < 128 ? [count] : [(count & 127) | 128, count >> 7])
const text = (name: string): readonly number[] => [name.length, ...Buffer.from(name)]

/** As in the binary format of the specification: one function of five addresses, on a memory that it is given. */
const code = [
  [0, ...Buffer.from('asm'), 1, 0, 0, 0],
  section(1, [1, 0x60, 5, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0]),
  section(2, [1, ...text('own'), ...text('memory'), 2, 0, 0]),
  section(3, [1, 0]),
  section(7, [1, ...text('multiply'), 0, 0]),
  section(10, [1, ...size(body.length), ...body]),
]

import type { Sigma } from 'sigma'

type Layer = ReturnType<Parameters<Sigma['addCustomLayerProgram']>[2]>

/** Links that look alike: pairs of names of nodes. Another array is another picture. */
export type LinkGroup = {
  readonly pairs: readonly (readonly [number, number])[]
  readonly color: string
  readonly width: number
}

/**
 * Links of one look, drawn in one call from the places that sigma keeps on the graphics card. An edge of sigma is several
 * objects, and all of them are read again whenever a node is added or moves; here a link is two numbers, written once.
 * Throws where the graphics card takes no such program.
 */
export function linksLayer(
  sigma: Pick<Sigma, 'getNodeDataTexture'>,
  gl: WebGL2RenderingContext,
  group: () => LinkGroup,
): Layer {
  const program = gl.createProgram()
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertexSource],
    [gl.FRAGMENT_SHADER, fragmentSource],
  ] as const) {
    const shader = gl.createShader(type) as WebGLShader
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
    gl.deleteShader(shader)
  }
  gl.linkProgram(program)
  if (gl.getProgramParameter(program, gl.LINK_STATUS) !== true) throw new Error(gl.getProgramInfoLog(program) ?? '')
  const uniform = (name: string): WebGLUniformLocation | null => gl.getUniformLocation(program, name)
  const [vertices, buffer] = [gl.createVertexArray(), gl.createBuffer()]
  let written: LinkGroup['pairs'] | undefined
  const write = (pairs: LinkGroup['pairs']): void => {
    const texture = sigma.getNodeDataTexture()
    const ends = new Int32Array(pairs.length * 2)
    for (const [at, [from, to]] of pairs.entries()) {
      ends[at * 2] = texture.getIndex(String(from))
      ends[at * 2 + 1] = texture.getIndex(String(to))
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
    gl.bufferData(gl.ARRAY_BUFFER, ends, gl.STATIC_DRAW)
    gl.enableVertexAttribArray(0)
    gl.vertexAttribIPointer(0, 2, gl.INT, 0, 0)
    gl.vertexAttribDivisor(0, 1)
    written = pairs
  }
  return {
    render: ({ matrix, width: pageWidth, height, nodeDataTextureUnit }) => {
      const { pairs, color, width } = group()
      if (pairs.length === 0) return
      gl.useProgram(program)
      gl.bindVertexArray(vertices)
      if (written !== pairs) write(pairs)
      gl.uniform1i(uniform('places'), nodeDataTextureUnit)
      gl.uniform1i(uniform('texels'), sigma.getNodeDataTexture().getTexelsPerItem())
      gl.uniformMatrix3fv(uniform('matrix'), false, matrix)
      gl.uniform2f(uniform('page'), pageWidth, height)
      gl.uniform1f(uniform('width'), width)
      gl.uniform3fv(uniform('color'), rgbOf(color))
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, pairs.length)
      gl.bindVertexArray(null)
    },
    kill: () => {
      gl.deleteProgram(program)
      gl.deleteVertexArray(vertices)
      gl.deleteBuffer(buffer)
    },
  }
}

/** A colour as styles of an element that are computed give it: `rgb(1, 2, 3)`. */
function rgbOf(color: string): number[] {
  return (color.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => Number(part) / 255)
}

// A link is a strip as wide as it is to be and half a pixel more on both sides, where it fades.
const vertexSource = `#version 300 es
layout(location = 0) in ivec2 ends;
uniform highp sampler2D places;
uniform int texels;
uniform mat3 matrix;
uniform vec2 page;
uniform float width;
out float aside;
vec2 placeOf(int node) {
  int texel = node * texels, row = textureSize(places, 0).x;
  return (matrix * vec3(texelFetch(places, ivec2(texel % row, texel / row), 0).xy, 1)).xy;
}
void main() {
  vec2 from = placeOf(ends.x), to = placeOf(ends.y);
  vec2 along = (to - from) * page;
  aside = (width * 0.5 + 0.5) * ((gl_VertexID & 1) == 0 ? -1.0 : 1.0);
  vec2 shift = vec2(-along.y, along.x) / max(length(along), 0.001) * aside * 2.0 / page;
  gl_Position = vec4((gl_VertexID < 2 ? from : to) + shift, 0, 1);
}`
const fragmentSource = `#version 300 es
precision highp float;
uniform float width;
uniform vec3 color;
in float aside;
out vec4 painted;
void main() {
  painted = vec4(color, 1) * clamp(width * 0.5 + 0.5 - abs(aside), 0.0, 1.0);
}`

// The bytes of /api/v1/map: a header in JSON, then arrays (docs/api.md).

export function unpack(buffer) {
  const length = new DataView(buffer).getUint32(4, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, length)));
  let at = 8 + length;
  const next = (Type, count) => {
    const view = new Type(buffer, at, count);
    at += count * Type.BYTES_PER_ELEMENT;
    return view;
  };
  const { points, edges, pieces } = header;
  return { ...header, xy: next(Float32Array, 2 * points), lines: next(Uint32Array, 2 * edges),
    distance: next(Uint32Array, points), depth: next(Uint32Array, points), heads: next(Uint16Array, pieces * points) };
}

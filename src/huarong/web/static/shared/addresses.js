// The base URL of the app: pages, files and API are found from it, also in a subfolder of another site and in a
// static site written by `huarong site`.

const root = new URL('../../', import.meta.url);
const page = globalThis.document?.documentElement.dataset;

export const asFiles = page?.files !== undefined;

let index = null;

// The file that `huarong site` wrote for a GET request of the API, as a `Response`; null where there is none.
export async function filed(path) {
  index ??= fetch(at('/kept/index.json')).then((response) => response.json()).catch((error) => { index = null;
    throw error; });
  const name = (await index)[path];
  return name ? fetch(at(`/kept/${name}`)) : null;
}

// Who can open an address of this host: 'computer', 'network' or 'anyone'.
export function reachOf(host) {
  const name = host.replace(/^\[|\]$|\.$/g, '').toLowerCase();
  const here = /^(localhost|.*\.localhost|127\.[\d.]+|0\.0\.0\.0|::1?|::ffff:7f[\da-f]{2}:[\da-f]+)?$/;
  if (here.test(name)) return 'computer';
  if (/^(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$/.test(name))
    return 'network';
  if (name.includes(':') ? /^f([cd]|e[89ab])/.test(name) : !name.includes('.')
    || /\.(local|lan|home|internal|home\.arpa)$/.test(name)) return 'network';
  return 'anyone';
}

// The address of a path of the app: '/library', '/static/shared/words.json', '/api/v1/hint'.
export function at(path) {
  const { origin, pathname, search } = new URL(path.replace(/^\//, ''), root);
  const ending = asFiles && /\/\w+$/.test(pathname) && !path.startsWith('/api/') && path !== '/' ? '.html' : '';
  return (origin === globalThis.location?.origin ? '' : origin) + pathname + ending + search;
}

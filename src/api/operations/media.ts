import { optional, required, shape } from './field';
import { operation, type Field, type Operation, type ResponseShape } from './operation';

const source = required('source', 'id', 'ID of the file to work on.');
const outputFields: readonly Field[] = [
  required('save_as', 'string', 'Name of the new file.'),
  optional('category_id', 'id', 'Goes to this file category; wins over category_name.'),
  optional('random_file_link', 'boolean', 'Whether the link gets a random name.'),
];
const file = shape(
  'object',
  'id:string name:string path:string cdn_path:string mime_type:string media_type:string size:integer status:string ' +
    'reference:object categories:array created_by:any created_at:integer updated_at:integer',
);

interface Work {
  id: string;
  path: string;
  description: string;
  body: readonly Field[];
  response: ResponseShape;
}

const works: readonly Work[] = [
  {
    id: 'videoSnapshot',
    path: 'video-snapshot',
    description: 'Takes a picture out of a video.',
    body: [
      source,
      required('point', 'string', 'Time in the video, hh:mm:ss.'),
      ...outputFields,
      optional('size', 'string', 'Size of the picture, e.g. 640x480.'),
      optional('format', 'string', 'Format of the picture.', ['png', 'jpg', 'webp']),
    ],
    response: file,
  },
  {
    id: 'concatenate',
    path: 'm3u8-concat',
    description: 'Joins several m3u8 videos to one.',
    body: [required('m3u8s', 'array', 'IDs of the files to join, in order.'), ...outputFields],
    response: file,
  },
  {
    // The references call it video-clip in a heading; their examples and the SDKs call it m3u8-clip.
    id: 'clip',
    path: 'm3u8-clip',
    description: 'Cuts a piece out of an m3u8 video.',
    body: [
      required('m3u8', 'id', 'ID of the file to cut.'),
      ...outputFields,
      optional('include', 'array', 'Start and end of the piece to keep, in seconds.'),
      optional('exclude', 'array', 'Start and end of the piece to drop, in seconds.'),
      optional('index', 'boolean', 'Whether include and exclude count segments, not seconds.'),
    ],
    response: file,
  },
  {
    id: 'meta',
    path: 'm3u8-meta',
    description: 'Length and segments of an m3u8 video.',
    body: [required('m3u8', 'id', 'ID of the file to read.')],
    response: shape('object', 'status_code:integer message:string meta:object'),
  },
  {
    id: 'audioVideoMeta',
    path: 'audio-video-meta',
    description: 'Format and streams of an audio or video file.',
    body: [source],
    response: shape('object', 'format:object streams:array'),
  },
];

/** Operations on audio and video files, the same in both interfaces. */
export const media: readonly Operation[] = [
  ...works.map(({ id, path, description, ...details }) =>
    operation('file', `media.${id}`, `POST /hserve/v1/media/${path}/`, description, {
      anonymous: true,
      success: [200],
      ...details,
    }),
  ),
  ...works.map(({ id, path, description, ...details }) =>
    operation('file', `openApi.media.${id}`, `POST /oserve/v1/media/${path}/`, description, {
      success: [200],
      ...details,
    }),
  ),
];

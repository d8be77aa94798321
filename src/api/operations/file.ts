import { countedPaging, optional, orderBy, required, shape } from './field';
import { operation, type Details, type Field, type Operation } from './operation';

const web = (id: string, line: string, description: string, details: Details = {}): Operation =>
  operation('file', id, line, description, { anonymous: true, ...details });
const fields = 'id:string name:string path:string cdn_path:string mime_type:string size:integer created_at:integer';
const source = required('source', 'id', 'ID of the file to work on.');
const saveAs = required('save_as', 'string', 'Name of the file to make.');
const categoryId = optional('category_id', 'id', 'Goes to this file category; wins over category_name.');
const random = optional('random_file_link', 'boolean', 'Whether the link gets a random name.');

const media = (id: string, name: string, description: string, body: readonly Field[]): Operation =>
  web(id, `POST /hserve/v1/media/${name}/`, description, { body, openBody: true, success: [200] });

export const file: readonly Operation[] = [
  web('file.upload', 'POST /hserve/v2.1/upload/', 'Gives the address and the policy to upload a file with.', {
    also: ['v1'],
    body: [
      optional('filename', 'string', 'Name of the file.'),
      categoryId,
      optional('category_name', 'string', 'Goes to the file category of this name.'),
    ],
    success: [200],
    response: shape(
      'object',
      'id:string policy:string authorization:string path:string upload_url:string cdn_path:string',
    ),
  }),
  web('file.uploadResumably', 'POST /hserve/v2.7/resumable-upload/', 'Starts an upload in parts.', { openBody: true }),
  web('file.list', 'GET /hserve/v2.2/uploaded-file/', 'Uploaded files.', {
    also: ['v2.1', 'v1.3'],
    query: [
      orderBy,
      ...countedPaging,
      optional('category_id', 'id', 'Only files of this file category.'),
      optional('category_name', 'string', 'Only files of the file category of this name.'),
    ],
    response: shape('list', fields),
  }),
  web('file.get', 'GET /hserve/v2.2/uploaded-file/:file_id/', 'One uploaded file.', {
    also: ['v2.1', 'v1.3'],
    response: shape('object', fields),
  }),
  web('file.delete', 'DELETE /hserve/v2.2/uploaded-file/:file_id/', 'Deletes a file.', {
    also: ['v2.1', 'v1.3'],
    success: [204],
    response: shape('empty'),
  }),
  web('file.deleteAll', 'DELETE /hserve/v2.2/uploaded-file/', 'Deletes several files.', {
    also: ['v2.1', 'v1.3'],
    body: [required('id__in', 'array', 'IDs of the files.')],
    success: [204],
    response: shape('empty'),
  }),
  web('fileCategory.list', 'GET /hserve/v2.2/file-category/', 'File categories.', {
    also: ['v1.3'],
    query: [orderBy, ...countedPaging],
    response: shape('list', 'id:string name:string files?:integer created_at:integer'),
  }),
  web('fileCategory.get', 'GET /hserve/v2.2/file-category/:file_category_id/', 'One file category.', {
    also: ['v1.3'],
    response: shape('object', 'id:string name:string created_at:integer'),
  }),
  media('media.videoSnapshot', 'video-snapshot', 'Takes a picture out of a video.', [
    source,
    saveAs,
    optional('point', 'string', 'Where in the video, hh:mm:ss.'),
    categoryId,
    random,
    optional('size', 'string', 'Size of the picture, e.g. 640x480.'),
    optional('format', 'string', 'Format of the picture.', ['png', 'jpg']),
  ]),
  media('media.concatenate', 'm3u8-concat', 'Joins several m3u8 videos to one.', [
    required('m3u8s', 'array', 'IDs of the files to join, in order.'),
    saveAs,
    categoryId,
    random,
  ]),
  media('media.clip', 'm3u8-clip', 'Cuts a piece out of an m3u8 video.', [
    required('m3u8', 'id', 'ID of the file to cut.'),
    saveAs,
    categoryId,
    random,
    optional('include', 'array', 'Start and end of the piece to keep, in seconds.'),
    optional('exclude', 'array', 'Start and end of the piece to drop, in seconds.'),
    optional('index', 'boolean', 'Whether include and exclude count segments, not seconds.'),
  ]),
  media('media.meta', 'm3u8-meta', 'Length and segments of an m3u8 video.', [
    required('m3u8', 'id', 'ID of the file to read.'),
  ]),
  media('media.audioVideoMeta', 'audio-video-meta', 'Format and streams of an audio or video file.', [source]),
];

import {
  countedPaging,
  fileCategory,
  emptyResponse,
  optional,
  orderBy,
  required,
  shape,
  uploadResponse,
  where,
} from './field';
import { operation, type Details, type Operation } from './operation';

const web = (id: string, line: string, description: string, details: Details = {}): Operation =>
  operation('file', id, line, description, { anonymous: true, ...details });
const fields =
  'id:string name:string path:string mime_type:string size:integer created_at:integer cdn_path?:string category?:any';
const filename = optional('filename', 'string', 'Name of the file.');
const place = [
  optional('category_id', 'id', 'Goes to this file category; wins over category_name.'),
  optional('category_name', 'string', 'Goes to the file category of this name.'),
  optional('random_file_link', 'boolean', 'Whether the link gets a random name.'),
];
const resumable = '/hserve/v2.7/resumable-upload/';
const sdks = { source: 'requests of the official SDKs' };

export const file: readonly Operation[] = [
  web('file.upload', 'POST /hserve/v2.1/upload/', 'Returns the address and the policy for uploading a file.', {
    also: ['v1'],
    old: ['v1'],
    body: [filename, ...place],
    success: [200],
    response: uploadResponse,
  }),
  web('file.uploadResumably', `POST ${resumable}`, 'Starts an upload in parts.', {
    body: [filename, required('file_size', 'integer', 'Size of the file in bytes.'), ...place],
    response: shape(
      'object',
      'id:string upload_url:string multi_uuid:string multi_part_id:any authorization:string date:string ' +
        'name?:string path?:string cdn_path?:string created_at?:integer',
    ),
    ...sdks,
  }),
  web('file.resumeUpload', `GET ${resumable}:file_id/`, 'Returns a new policy for an upload in parts.', {
    response: shape(
      'object',
      'authorization:string date:string id?:string upload_url?:string multi_uuid?:string multi_part_id?:any',
    ),
    ...sdks,
  }),
  web('file.completeUpload', `PUT ${resumable}:file_id/`, 'Completes an upload in parts.', {
    body: [required('multi_uuid', 'string', 'Which upload, as the upload host named it.')],
    response: shape('object', 'upload_status:string'),
    ...sdks,
  }),
  web('file.list', 'GET /hserve/v2.2/uploaded-file/', 'Uploaded files.', {
    also: ['v2.1', 'v1.3'],
    old: ['v1.3'],
    query: [
      where,
      orderBy,
      ...countedPaging,
      optional('category_id', 'id', 'Only files of this file category.'),
      optional('category_name', 'string', 'Only files of the file category of this name.'),
    ],
    response: shape('list', fields),
  }),
  web('file.get', 'GET /hserve/v2.2/uploaded-file/:file_id/', 'One uploaded file.', {
    also: ['v2.1', 'v1.3'],
    old: ['v1.3'],
    response: shape('object', fields),
  }),
  web('file.delete', 'DELETE /hserve/v2.2/uploaded-file/:file_id/', 'Deletes a file.', {
    also: ['v2.1', 'v1.3'],
    old: ['v1.3'],
    success: [204],
    response: emptyResponse,
  }),
  web('file.deleteAll', 'DELETE /hserve/v2.2/uploaded-file/', 'Deletes several files.', {
    also: ['v2.1', 'v1.3'],
    old: ['v1.3'],
    body: [required('id__in', 'array', 'IDs of the files.')],
    success: [204],
    response: emptyResponse,
  }),
  web('fileCategory.list', 'GET /hserve/v2.2/file-category/', 'File categories.', {
    also: ['v1.3'],
    query: [where, orderBy, ...countedPaging],
    response: shape('list', fileCategory),
  }),
  web('fileCategory.get', 'GET /hserve/v2.2/file-category/:file_category_id/', 'One file category.', {
    also: ['v1.3'],
    response: shape('object', fileCategory),
  }),
];

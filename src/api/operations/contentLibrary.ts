import { countedPaging, expand, keys, optional, orderBy, required, shape, where } from './field';
import { operation, type Details, type Operation } from './operation';

const groupId = required('content_group_id', 'id', 'ID of the content group.');
const specification = 'specification, Endpoints, Web API';
const web = (id: string, line: string, description: string, details: Details = {}): Operation =>
  operation('contentLibrary', id, line, description, { authorization: 'client', ...details });
const text =
  'id:integer title:string categories:array group_id:integer created_at:integer updated_at:integer ' +
  'created_by?:any cover?:any description?:string content?:string';

export const contentLibrary: readonly Operation[] = [
  web('contentGroup.list', 'GET /hserve/v2.2/content/group/', 'Content groups.', {
    also: ['v2.0', 'v1'],
    query: countedPaging,
    response: shape('list', 'id:integer name:string'),
  }),
  web('contentGroup.get', 'GET /hserve/v2.2/content/group/:content_group_id/', 'One content group.', {
    also: ['v1'],
    response: shape('object', 'id:integer name:string'),
  }),
  web('contentCategory.list', 'GET /hserve/v1/content/category/', 'Top-level categories of a content group.', {
    also: ['v2.2', 'v2.0'],
    query: [groupId, ...countedPaging],
    response: shape('list', 'id:integer name:string have_children:boolean'),
    source: specification,
  }),
  web('contentCategory.get', 'GET /hserve/v2.2/content/category/:category_id/', 'One category with its children.', {
    also: ['v2.0', 'v1'],
    response: shape('object', 'id:integer name:string have_children:boolean children:array'),
  }),
  web('content.list', 'GET /hserve/v2.2/content/detail/', 'Contents of a category or group, without their text.', {
    also: ['v2.0', 'v1.3', 'v1'],
    query: [
      optional('category_id', 'id', 'ID of the category; this or content_group_id.'),
      optional('content_group_id', 'id', 'ID of the content group; this or category_id.'),
      where,
      orderBy,
      keys,
      expand,
      ...countedPaging,
    ],
    oneOf: [['category_id'], ['content_group_id']],
    response: shape('list', text),
  }),
  web('content.get', 'GET /hserve/v2.2/content/detail/:content_id/', 'One content with its text.', {
    also: ['v2.0', 'v1.3', 'v1'],
    query: [expand, keys],
    response: shape('object', text),
  }),
];

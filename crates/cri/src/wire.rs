//! The messages of the container runtime interface, version 1, for the calls that are made and no others.
//!
//! Written by hand, so that no build needs `protoc`; field numbers are those of the public `api.proto`, and the tests against a real
//! runtime hold them to it. Fields that nobody here reads are left out: protobuf skips what it does not know. Enumerations are numbers,
//! and mean what `convert` says.

mod container;
mod image;
mod runtime;
mod sandbox;
mod stats;

pub(crate) use container::*;
pub(crate) use image::*;
pub(crate) use runtime::*;
pub(crate) use sandbox::*;
pub(crate) use stats::*;

use std::marker::PhantomData;

/// One remote call: its path, and the types it takes and gives.
pub(crate) struct Method<Q, R> {
    /// The HTTP path.
    pub path: &'static str,
    types: PhantomData<fn(Q) -> R>,
}

const fn method<Q, R>(path: &'static str) -> Method<Q, R> {
    Method { path, types: PhantomData }
}

/// Requests that have nothing but one id, which always is the first field.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct ById {
    #[prost(string, tag = "1")]
    pub id: String,
}

/// Answers that say nothing.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct Nothing {}

/// Answers of the calls for streams: where they are.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct Url {
    #[prost(string, tag = "1")]
    pub url: String,
}

macro_rules! methods {
    ($service:literal, $($name:ident $call:literal $request:ty => $response:ty;)*) => {
        $(pub(crate) const $name: Method<$request, $response> = method(concat!("/runtime.v1.", $service, "/", $call));)*
    };
}

methods! { "RuntimeService",
    VERSION "Version" VersionRequest => VersionResponse;
    STATUS "Status" StatusRequest => StatusResponse;
    EVENTS "GetContainerEvents" GetEventsRequest => ContainerEventResponse;
    RUN_SANDBOX "RunPodSandbox" RunPodSandboxRequest => RunPodSandboxResponse;
    STOP_SANDBOX "StopPodSandbox" ById => Nothing;
    REMOVE_SANDBOX "RemovePodSandbox" ById => Nothing;
    SANDBOX_STATUS "PodSandboxStatus" ById => PodSandboxStatusResponse;
    LIST_SANDBOXES "ListPodSandbox" ListPodSandboxRequest => ListPodSandboxResponse;
    CREATE_CONTAINER "CreateContainer" CreateContainerRequest => CreateContainerResponse;
    START_CONTAINER "StartContainer" ById => Nothing;
    STOP_CONTAINER "StopContainer" StopContainerRequest => Nothing;
    REMOVE_CONTAINER "RemoveContainer" ById => Nothing;
    CONTAINER_STATUS "ContainerStatus" ById => ContainerStatusResponse;
    LIST_CONTAINERS "ListContainers" ListContainersRequest => ListContainersResponse;
    UPDATE_RESOURCES "UpdateContainerResources" UpdateContainerResourcesRequest => Nothing;
    REOPEN_LOG "ReopenContainerLog" ById => Nothing;
    EXEC_SYNC "ExecSync" ExecSyncRequest => ExecSyncResponse;
    EXEC "Exec" ExecRequest => Url;
    ATTACH "Attach" AttachRequest => Url;
    PORT_FORWARD "PortForward" PortForwardRequest => Url;
    CONTAINER_STATS "ContainerStats" ById => ContainerStatsResponse;
    LIST_STATS "ListContainerStats" ListContainerStatsRequest => ListContainerStatsResponse;
}

methods! { "ImageService",
    LIST_IMAGES "ListImages" ListImagesRequest => ListImagesResponse;
    IMAGE_STATUS "ImageStatus" ImageStatusRequest => ImageStatusResponse;
    PULL_IMAGE "PullImage" PullImageRequest => PullImageResponse;
    REMOVE_IMAGE "RemoveImage" RemoveImageRequest => Nothing;
    IMAGE_FILESYSTEM "ImageFsInfo" ImageFsInfoRequest => ImageFsInfoResponse;
}

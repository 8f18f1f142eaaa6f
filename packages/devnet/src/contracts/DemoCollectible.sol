// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Base64} from "./Base64.sol";
import {DecimalText} from "./DecimalText.sol";

interface CollectibleReceiver {
    function onERC721Received(
        address operator,
        address from,
        uint256 tokenId,
        bytes calldata data
    ) external returns (bytes4);
}

/// An ERC-721 whose metadata and picture are computed on the chain, so that
/// showing them needs no other host. Anybody may mint.
contract DemoCollectible {
    string public name;
    string public symbol;
    uint256 public totalSupply;
    mapping(address holder => uint256) public balanceOf;
    mapping(uint256 tokenId => address) public getApproved;
    mapping(address holder => mapping(address operator => bool))
        public isApprovedForAll;
    mapping(uint256 tokenId => address) private holders;

    event Transfer(
        address indexed from,
        address indexed to,
        uint256 indexed tokenId
    );
    event Approval(
        address indexed owner,
        address indexed approved,
        uint256 indexed tokenId
    );
    event ApprovalForAll(
        address indexed owner,
        address indexed operator,
        bool approved
    );

    error NoSuchToken(uint256 tokenId);
    error NotAllowed(address account, uint256 tokenId);
    error WrongHolder(address from, uint256 tokenId);
    error RefusedByReceiver(address to);

    constructor(string memory name_, string memory symbol_) {
        name = name_;
        symbol = symbol_;
    }

    function mint(address to) external returns (uint256 tokenId) {
        tokenId = ++totalSupply;
        balanceOf[to]++;
        holders[tokenId] = to;
        emit Transfer(address(0), to, tokenId);
    }

    function ownerOf(uint256 tokenId) public view returns (address holder) {
        holder = holders[tokenId];
        if (holder == address(0)) revert NoSuchToken(tokenId);
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f;
    }

    function approve(address approved, uint256 tokenId) external {
        address holder = ownerOf(tokenId);
        if (msg.sender != holder && !isApprovedForAll[holder][msg.sender])
            revert NotAllowed(msg.sender, tokenId);
        getApproved[tokenId] = approved;
        emit Approval(holder, approved, tokenId);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function transferFrom(address from, address to, uint256 tokenId) public {
        if (ownerOf(tokenId) != from) revert WrongHolder(from, tokenId);
        if (
            msg.sender != from &&
            msg.sender != getApproved[tokenId] &&
            !isApprovedForAll[from][msg.sender]
        ) revert NotAllowed(msg.sender, tokenId);
        delete getApproved[tokenId];
        balanceOf[from]--;
        balanceOf[to]++;
        holders[tokenId] = to;
        emit Transfer(from, to, tokenId);
    }

    function safeTransferFrom(
        address from,
        address to,
        uint256 tokenId
    ) external {
        safeTransferFrom(from, to, tokenId, "");
    }

    function safeTransferFrom(
        address from,
        address to,
        uint256 tokenId,
        bytes memory data
    ) public {
        transferFrom(from, to, tokenId);
        if (to.code.length == 0) return;
        bytes4 answer = CollectibleReceiver(to).onERC721Received(
            msg.sender,
            from,
            tokenId,
            data
        );
        if (answer != CollectibleReceiver.onERC721Received.selector)
            revert RefusedByReceiver(to);
    }

    function tokenURI(uint256 tokenId) external view returns (string memory) {
        ownerOf(tokenId);
        bytes memory json = abi.encodePacked(
            '{"name":"',
            name,
            " #",
            DecimalText.write(tokenId),
            '","description":"Drawn by the contract itself.","image":"data:image/svg+xml;base64,',
            Base64.encode(draw(tokenId)),
            '"}'
        );
        return
            string(
                abi.encodePacked(
                    "data:application/json;base64,",
                    Base64.encode(json)
                )
            );
    }

    /// Three rings whose hue and size follow from the number.
    function draw(uint256 tokenId) private pure returns (bytes memory) {
        uint256 seed = uint256(keccak256(abi.encode(tokenId)));
        string memory hue = DecimalText.write(seed % 360);
        return
            abi.encodePacked(
                '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><rect width="200" height="200" fill="hsl(',
                hue,
                ',45%,18%)"/><g fill="none" stroke="hsl(',
                hue,
                ',70%,65%)" stroke-width="10">',
                ring(40 + ((seed >> 16) % 40), seed >> 64),
                ring(20 + ((seed >> 32) % 40), seed >> 96),
                ring(10 + ((seed >> 48) % 40), seed >> 128),
                "</g></svg>"
            );
    }

    function ring(
        uint256 radius,
        uint256 seed
    ) private pure returns (bytes memory) {
        return
            abi.encodePacked(
                '<circle cx="',
                DecimalText.write(70 + (seed % 60)),
                '" cy="',
                DecimalText.write(70 + ((seed >> 8) % 60)),
                '" r="',
                DecimalText.write(radius),
                '"/>'
            );
    }
}
